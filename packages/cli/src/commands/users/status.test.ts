import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '@rapport/core/entities/users/user.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { startTestServer } from '@rapport/server/testing'
import { beforeEach, expect, test } from 'vitest'
import { runCli, type RunOptions } from '../../../test/support/run-cli.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const users = Array.from({ length: 12 }, (_, index) => ({ first_name: `User${index}`, status: 'inactive' }))
const server = freshServer({ users })
let ids: string[]

const run = (argv: readonly string[], options: RunOptions = {}) =>
  runCli(['users', ...argv], { server, ...options, env: { RAPPORT_TOKEN: server.token, ...options.env } })
const idsOf = async (status: string) =>
  JSON.parse((await run(['list', '--status', status, '--json'])).stdout).map(({ id }: User) => String(id))

beforeEach(async () => {
  ids = await idsOf('inactive')
})

test('suspends with a reason after a question, and reactivates from a file', async () => {
  const [id = ''] = ids
  const answers = [[/Are you sure you want to suspend this user\?/, 'y\r']] as const
  const suspended = await run(['suspend', id, '--reason', 'Spam'], { tty: true, answers })
  expect(suspended.code).toBe(0)
  expect(suspended.stderr).toContain('Suspend user')
  expect(suspended.stderr).not.toContain('cannot be undone')
  expect(suspended.stderr).toContain('1 suspended\n')
  expect(await idsOf('suspended')).toEqual([id])
  expect(JSON.parse((await run(['get', id, '--json'])).stdout).suspension).toMatchObject({ reason: 'Spam' })
  const file = join(temporaryFolder(), 'ids.txt')
  writeFileSync(file, `${id}\n`)
  expect(await run(['reactivate', '--from-file', file, '--yes'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 reactivated'),
  })
  expect(await idsOf('inactive')).toEqual(ids)
})

test('asks for the number of many, and gives a result for each', async () => {
  const answers = [[/Type 12 to suspend them/, '12\r']] as const
  expect(await run(['suspend', ...ids], { tty: true, answers })).toMatchObject({ code: 0 })
  const own = String(server.admin.id)
  const mixed = await run(['suspend', own, ...ids, '--yes', '--json'])
  expect(mixed.code).toBe(6)
  expect(JSON.parse(mixed.stdout)).toMatchObject({
    results: { 0: { key: own, action: 'suspend', status: 'failed', error: { code: 'conflict' } } },
    summary: { total: 13, done: 12, failed: 1 },
  })
  expect((await run(['suspend', own, '--yes'])).code).toBe(5)
  expect((await run(['suspend', '999999', '--yes'])).code).toBe(3)
  expect((await run(['suspend', ids[0] ?? '', '--no-input'])).code).toBe(2)
  expect((await run(['reactivate'])).code).toBe(2)
})

test('says so before it asks where the server cannot suspend', async () => {
  await using plain = await startTestServer({ extensions: [], users })
  const env = { RAPPORT_TOKEN: await plain.signIn() }
  const { code, stderr } = await run(['suspend', '2', '--yes'], { server: plain, env })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('This server does not offer suspending users.'),
  })
})

test('sends many users in few calls', async () => {
  let calls = 0
  const fetch = (request: Request) => {
    if (request.method === 'POST') calls += 1
    return server.fetch(request)
  }
  const { stdout } = await run(['suspend', ...ids, '999999', '--yes', '--json'], { server: { fetch } })
  expect({ calls, summary: JSON.parse(stdout).summary }).toEqual({
    calls: 1,
    summary: { total: 13, done: 12, absent: 1, failed: 0, skipped: 0 },
  })
})
