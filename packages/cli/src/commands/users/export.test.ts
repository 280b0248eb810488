import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { runCli, type RunOptions } from '../../../test/support/run-cli.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const users = [{ first_name: 'Eva', email: 'eva@example.org' }]
const server = freshServer({ users })
const run = (argv: readonly string[], options: RunOptions = {}) =>
  runCli(['users', 'export', ...argv], { server, ...options, env: { RAPPORT_TOKEN: server.token, ...options.env } })

test('writes the file of a person for its owner, and replaces nothing without --yes', async () => {
  const out = join(temporaryFolder(), 'eva.json')
  expect(await run(['Eva@example.org', '--out', out])).toMatchObject({ code: 0, stderr: `Wrote ${out}.\n` })
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    events: [{ event: 'user.exported' }],
    parts: { 0: { name: 'record', data: [{ first_name: 'Eva' }] } },
  })
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(await run(['eva@example.org', '--out', out])).toMatchObject({ code: 2 })
  expect(await run(['eva@example.org', '--out', out, '--yes'])).toMatchObject({ code: 0 })
})

test('writes nothing about an unknown person', async () => {
  const out = join(temporaryFolder(), 'none.json')
  for (const reference of ['nobody@example.org', '999999'])
    expect(await run([reference, '--out', out])).toMatchObject({ code: 3 })
  expect(existsSync(out)).toBe(false)
})

test('writes what get shows from a plain server, and says that the rest is not known', async () => {
  await using plain = await startTestServer({ extensions: [], users })
  const out = join(temporaryFolder(), 'eva.json')
  const env = { RAPPORT_TOKEN: await plain.signIn() }
  const { code, stderr } = await run(['eva@example.org', '--out', out], { server: plain, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('the file has the record only') })
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    record: { first_name: 'Eva' },
    note: expect.any(String),
  })
})
