import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { User } from '@rapport/core/entities/users/user.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { startTestServer } from '@rapport/server/testing'
import { beforeEach, expect, test } from 'vitest'
import { API_URL, runCli, type RunOptions } from '../../../test/support/run-cli.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const users = Array.from({ length: 14 }, (_, index) => ({
  first_name: `User${index}`,
  last_name: 'Test',
  email: `u${index}@example.org`,
}))
const server = freshServer({ users })
let ids: string[]

beforeEach(async () => {
  const { stdout } = await run(['list', '--role', 'user', '--json'])
  ids = JSON.parse(stdout).map(({ id }: User) => String(id))
})

const run = (argv: readonly string[], options: RunOptions = {}) =>
  runCli(['users', ...argv], { server, ...options, env: { RAPPORT_TOKEN: server.token, ...options.env } })
const remaining = async () => JSON.parse((await run(['list', '--role', 'user', '--json'])).stdout).length
const summaryOf = (stdout: string) => JSON.parse(stdout).summary

test('--yes deletes without asking and prints a result per id', async () => {
  const [firstId = '', secondId = ''] = ids
  const { code, stdout, stderr } = await run(['delete', firstId, secondId, secondId, '--yes', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    results: [
      { key: firstId, action: 'delete', status: 'done' },
      { key: secondId, action: 'delete', status: 'done' },
    ],
    summary: { total: 2, done: 2, absent: 0, failed: 0, skipped: 0 },
  })
  expect(stderr).toContain('2 deleted\n')
  expect(await remaining()).toBe(12)
})

test.each([['csv'], ['json'], ['ndjson']])('a list of products in %s deletes no users', async (format) => {
  const env = { RAPPORT_TOKEN: server.token }
  const product = ['--product-id', 'app_1m', '--name', 'Monthly', '--price', '9.99']
  expect((await runCli(['products', 'create', ...product], { server, env })).code).toBe(0)
  const { stdout: stdin } = await runCli(['products', 'list', '--output', format], { server, env })
  const { code, stdout, stderr } = await run(['delete', '--from-file', '-', '--yes'], { stdin })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('error: standard input contains products, not users.\n')
  expect(await remaining()).toBe(14)
})

test('deletes nothing without --yes or a terminal', async () => {
  for (const options of [{}, { tty: true, isStdoutPiped: true }]) {
    const { code, stdout, stderr } = await run(['delete', ids[0] ?? '', '--no-input'], options)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('requires confirmation')
  }
  expect(await remaining()).toBe(14)
})

test('requires --yes before it calls the server or reads a file', async () => {
  const fetch = () => Promise.reject(new Error('nothing is asked'))
  const file = join(temporaryFolder(), 'ids.txt')
  writeFileSync(file, '')
  for (const argv of [['999999'], ['--from-file', file], ['--from-file', '-'], ['--from-file', '/no/such/file']]) {
    const { code, stderr } = await run(['delete', ...argv], { server: { fetch } })
    expect({ argv, code }).toEqual({ argv, code: 2 })
    expect(stderr).toContain('requires confirmation, and there is no terminal to prompt on.')
  }
})

test('ids can be typed at a terminal, and then need --yes', async () => {
  const [firstId = '', secondId = ''] = ids
  const answers = [
    [/Type the ids of users, one per line; Ctrl-D ends the list\.\n$/, `${firstId}\n${secondId}\n\u0004`],
  ] as const
  const { code, stderr } = await run(['delete', '--from-file', '-', '--yes'], { tty: true, answers })
  expect(code).toBe(0)
  expect(stderr).toContain('2 deleted')
  const silent = await run(['delete', '--from-file', '-'], { tty: true })
  expect(silent.code).toBe(2)
  expect(silent.stderr).toContain('requires confirmation, and standard input is not the terminal.')
  expect(await remaining()).toBe(12)
})

test('does not ask about a single user that does not exist', async () => {
  const { code, stdout, stderr } = await run(['delete', '999999', '--no-color'], { tty: true })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toBe('error: There is no user 999999.\n       rapport users list shows the ids.\n')
})

test('shows on a terminal what will be deleted, and asks', async () => {
  const [firstId = ''] = ids
  const { code, stderr, raw } = await run(['delete', firstId], { tty: true, answers: [[/this user\?/, 'y\r']] })
  expect({ code, raw }).toEqual({ code: 0, raw: false })
  expect(stderr).toContain(`Delete user ${firstId} on ${API_URL} (profile default):`)
  expect(stderr).toContain(`${firstId}  User0 Test, u0@example.org`)
  expect(stderr).toContain('Are you sure you want to delete this user?')
  expect(await remaining()).toBe(13)
})

test.each([
  ['n\r', 1],
  ['\r', 1],
  ['x y\r', 1],
  ['yikes\r', 1],
  ['\u0004', 1],
  ['\u0003', 130],
])('the answer %j deletes nothing and ends with %d', async (key, exitCode) => {
  const { code, stdout, raw } = await run(['delete', ids[0] ?? ''], { tty: true, answers: [[/this user\?/, key]] })
  expect({ code, stdout, raw }).toEqual({ code: exitCode, stdout: '', raw: false })
  expect(await remaining()).toBe(14)
})

test('up to ten deletions need a yes, more need their number typed', async () => {
  const declinedTen = await run(['delete', ...ids.slice(0, 10)], { tty: true, answers: [[/these users\?/, 'n\r']] })
  expect(declinedTen).toMatchObject({ code: 1 })
  const elevenIds = ids.slice(0, 11)
  const wrongNumber = await run(['delete', ...elevenIds], { tty: true, answers: [[/Type 11/, 'no, not -11\r']] })
  expect(wrongNumber).toMatchObject({ code: 1 })
  expect(wrongNumber.stderr).toContain('and 6 more')
  expect(await remaining()).toBe(14)
  expect(await run(['delete', ...elevenIds], { tty: true, answers: [[/Type 11/, '11\r']] })).toMatchObject({ code: 0 })
  expect(await remaining()).toBe(3)
})

test('a name cannot forge a line of the prompt', async () => {
  const hostileUser = await server.addUser({ first_name: 'A', last_name: 'B\n  and 99 more' })
  const answers = [[/this user\?/, 'n\r']] as const
  const { code, stderr } = await run(['delete', String(hostileUser.id)], { tty: true, answers })
  expect(code).toBe(1)
  expect(stderr).toContain('B\\u000a  and 99 more')
  expect(stderr).not.toMatch(/^ *and 99 more/m)
})

test('exits with 3 for a single unknown id, and counts it as done in a bulk deletion', async () => {
  const single = await run(['delete', '999999', '--yes', '--json'])
  expect(single.code).toBe(3)
  expect(summaryOf(single.stdout)).toEqual({ total: 1, done: 0, absent: 1, failed: 0, skipped: 0 })
  expect(JSON.parse(single.stderr).error).toMatchObject({
    code: 'not_found',
    message: 'There is no user 999999.',
  })
  const bulk = await run(['delete', '999999', ids[0] ?? '', '--yes', '--json'])
  expect(bulk.code).toBe(0)
  expect(summaryOf(bulk.stdout)).toEqual({ total: 2, done: 1, absent: 1, failed: 0, skipped: 0 })
})

test('deletes nothing if one id is a text and the ids of the server are numbers', async () => {
  for (const words of [['4x'], [ids[0] ?? '', '4x']]) {
    const { code, stdout, stderr } = await run(['delete', ...words, '--yes'])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('There is no user 4x.')
  }
  expect(await remaining()).toBe(14)
})

test('counts an unknown id as already gone if the ids of the server are texts', async () => {
  const fetch = async (request: Request) => {
    if (request.method === 'DELETE') return Response.json({ message: 'User not found' }, { status: 404 })
    const response = await server.fetch(request)
    const text = await response.text()
    return new Response(text.replaceAll(/"id":(\d+)/g, '"id":"u$1"'), response)
  }
  const { code, stdout } = await run(['delete', 'u1', '4x', '--yes', '--json'], { server: { fetch } })
  expect(code).toBe(0)
  expect(summaryOf(stdout)).toMatchObject({ absent: 2 })
})

test('deleting yourself exits with 5 alone, and with 6 when others are deleted', async () => {
  const self = String(server.admin.id)
  const alone = await run(['delete', self, '--yes', '--json'])
  expect(alone.code).toBe(5)
  expect(JSON.parse(alone.stdout).results[0]).toMatchObject({
    key: self,
    status: 'failed',
    error: { code: 'conflict', status: 409 },
  })
  expect(JSON.parse(alone.stderr).error.code).toBe('conflict')
  const refused = await run(['delete', self, '--yes'])
  expect(refused.stdout).toBe('')
  expect(refused.stderr).toContain('You cannot delete')
  const mixed = await run(['delete', self, ids[0] ?? '', '--yes', '--json'])
  expect(mixed.code).toBe(6)
  expect(summaryOf(mixed.stdout)).toEqual({ total: 2, done: 1, absent: 0, failed: 1, skipped: 0 })
})

test('deletes the others when one user may not be deleted', async () => {
  const fetch = async (request: Request) =>
    request.method === 'DELETE' && new URL(request.url).pathname.endsWith(`/${ids[0]}`)
      ? Response.json({ code: 403, message: 'This user is protected.' }, { status: 403 })
      : server.fetch(request)
  const { code, stdout } = await run(['delete', ...ids, '--yes', '--json'], { server: { fetch } })
  expect(code).toBe(6)
  expect(summaryOf(stdout)).toMatchObject({ total: 14, done: 13, failed: 1, skipped: 0 })
  expect(JSON.parse(stdout).results[0]).toMatchObject({ key: ids[0], status: 'failed', error: { status: 403 } })
  expect(await remaining()).toBe(1)
})

test('reads the output of users list in every machine format', async () => {
  for (const format of ['json', 'ndjson', 'csv']) {
    const { stdout } = await run(['list', '--role', 'user', '--limit', '2', '--output', format])
    const result = await run(['delete', '--from-file', '-', '--yes', '--json'], { stdin: stdout })
    expect({ format, code: result.code, done: summaryOf(result.stdout).done }).toEqual({ format, code: 0, done: 2 })
  }
  const file = join(temporaryFolder(), 'ids.txt')
  writeFileSync(file, '')
  expect(await run(['delete', '--from-file', file, '--yes'])).toMatchObject({ code: 0 })
  writeFileSync(file, `${ids[6]}\n`)
  expect(await run(['delete', '--from-file', file, '--yes'])).toMatchObject({ code: 0 })
  expect(await remaining()).toBe(7)
})

test('refuses a CSV whose only column is not the ids', async () => {
  const { stdout } = await run(['list', '--fields', 'age', '--output', 'csv'])
  const { code, stderr } = await run(['delete', '--from-file', '-', '--yes'], { stdin: `${stdout}${ids[0]}\n` })
  expect(code).toBe(2)
  expect(stderr).toContain('Line 1: the only column is "age"; an id column is needed.')
  expect(await remaining()).toBe(14)
})

test.each([
  [['delete'], 'Specify the users to delete'],
  [['delete', '..', '--yes'], '".." is not the id of a user.'],
  [['delete', 'a/b', '--yes'], '"a/b" is not the id of a user.'],
  [['delete', '', '--yes'], '"" is not the id of a user.'],
  [['delete', '--from-file', '/no/such/file', '--yes'], 'There is no file /no/such/file.'],
])('%j is a usage error', async (argv, message) => {
  const { code, stderr } = await run(argv)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

/** Rejects when the client gives up, while the server finishes the work. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Presses Ctrl-C during the third deletion. */
function interruptedAmid(respond: (request: Request) => Promise<Response> = server.fetch): RunOptions {
  const stop = new AbortController()
  let deletes = 0
  const fetch = (request: Request) => {
    if (request.method === 'DELETE' && (deletes += 1) === 3) stop.abort()
    return respond(request)
  }
  return { server: { fetch }, signal: stop.signal }
}

test('Ctrl-C exits with 130 and a summary whose counts add up', async () => {
  const options = interruptedAmid((request) => Promise.race([server.fetch(request), rejectWhenAborted(request.signal)]))
  const { code, stdout, stderr } = await run(['delete', ...ids, '--yes', '--json'], options)
  expect(code).toBe(130)
  const { done, skipped, ...others } = summaryOf(stdout)
  expect(others).toEqual({ total: 14, absent: 0, failed: 0 })
  expect(done + skipped).toBe(14)
  expect(skipped).toBeGreaterThan(0)
  expect(14 - (await remaining())).toBe(done)
  expect(JSON.parse(stderr).error).toEqual({
    code: 'interrupted',
    message: expect.stringMatching(
      `^Interrupted: ${done} deleted, ${skipped} not tried.\\nTo undo it, run rapport trash restore --batch [0-9a-f-]{36}$`,
    ),
    hint: 'Run the same command again. It continues with what is left.',
    status: null,
  })
})

test('on a terminal Ctrl-C prints once what was done and what is left', async () => {
  const options = { tty: true, ...interruptedAmid() }
  const { code, stdout, stderr } = await run(['delete', ...ids, '--yes'], options)
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  const [, message = ''] = stripVTControlCharacters(stderr).split(/(?=^error:)/m)
  expect(message).toMatch(
    /^error: Interrupted: \d+ deleted, \d+ not tried\.\n {7}To undo it, .*\n {7}Run the same command again\. It continues with what is left\.\n$/,
  )
  expect(stderr.match(/[Ii]nterrupted/g)).toHaveLength(1)
})

test('stops when the network fails, and continues when run again', async () => {
  let isUp = true
  const fetch = (request: Request) =>
    request.method === 'DELETE' && !isUp ? Promise.reject(new TypeError('fetch failed')) : server.fetch(request)
  const failing = (request: Request) => {
    if (request.url.includes(`/users/${ids[2]}?`)) isUp = false
    return fetch(request)
  }
  const { code, stdout, stderr } = await run(['delete', ...ids, '--yes'], { server: { fetch: failing } })
  expect(code).toBe(6)
  expect(stdout).toContain('skipped')
  expect(stderr).toMatch(
    /^\d+ deleted, \d+ failed, \d+ not tried\nRun the same command again\. It continues with what is left\.\nTo undo it, /,
  )
  isUp = true
  const continued = await run(['delete', ...ids, '--yes', '--json'], { server: { fetch } })
  expect(continued.code).toBe(0)
  // The printed command restores only what this run has deleted.
  expect(continued.stderr).toContain('Items already gone may be in another batch')
  expect(summaryOf(continued.stdout)).toMatchObject({ total: 14, failed: 0, skipped: 0 })
  expect(await remaining()).toBe(0)
})

test('without paging, reads the names in the prompt from the whole list', async () => {
  await using plain = await startTestServer({
    extensions: [],
    users: [{ first_name: 'Pia', last_name: 'Park', email: 'pia@example.org' }],
  })
  const env = { RAPPORT_TOKEN: await plain.signIn() }
  const id = String(plain.admin.id + 1)
  const options = { server: plain, env, tty: true, answers: [[/this user\?/, 'y\r']] as const }
  const { code, stderr } = await run(['delete', id], options)
  expect(code).toBe(0)
  expect(stderr).toContain('Pia Park, pia@example.org')
})

test('restores a deleted user by id, but not an erased one', async () => {
  const [id = ''] = ids
  await run(['delete', id, '--yes'])
  expect(await run(['restore', id])).toMatchObject({ code: 0, stderr: '1 restored\n' })
  expect(await remaining()).toBe(14)
  expect(await run(['restore', id])).toMatchObject({ code: 3 })

  await run(['delete', id, '--yes'])
  const answers = [[/Are you sure you want to permanently delete this user\?/, 'y\r']] as const
  const { code, stderr } = await run(['delete', id, '--erase'], { tty: true, answers })
  expect(code).toBe(0)
  expect(stderr).toContain('This cannot be undone.')
  expect(stderr).toMatch(/1 permanently deleted\nReceipt of \d+: [\da-f-]{36}, number 1 in the ledger\n/)
  expect(await run(['restore', id])).toMatchObject({ code: 3 })
})

test('passes the reason that the server asks for, and asks for it at a terminal', async () => {
  await using strict = await startTestServer({
    requiresReason: true,
    users: [{ email: 'eva@example.org' }, { email: 'ivo@example.org' }],
  })
  const env = { RAPPORT_TOKEN: await strict.signIn() }
  const [first, second] = [String(strict.admin.id + 1), String(strict.admin.id + 2)]
  const refused = await run(['delete', first, '--erase', '--yes', '--no-input'], { server: strict, env })
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --reason TEXT.') })
  const given = ['delete', first, '--erase', '--yes', '--reason', 'Asked for it']
  const erased = await run([...given, '--json'], { server: strict, env })
  expect(JSON.parse(erased.stdout).results).toMatchObject([
    { key: first, receipt: { number: 1, user_id: Number(first) } },
  ])
  const answers = [
    [/Reason: /, 'By letter\r'],
    [/this user\?/, 'y\r'],
  ] as const
  expect(await run(['delete', second, '--erase'], { server: strict, env, tty: true, answers })).toMatchObject({
    code: 0,
  })
  const trash = { server: strict, env }
  expect(await runCli(['trash', 'purge', '--all', '--yes', '--no-input'], trash)).toMatchObject({ code: 2 })
  expect(await runCli(['trash', 'purge', '--all', '--yes', '--reason', 'Old'], trash)).toMatchObject({ code: 0 })
  const { stdout } = await runCli(['history', '--event', 'user.erased', '--json'], trash)
  expect(JSON.parse(stdout).map(({ detail }: { detail: string }) => detail)).toEqual(['By letter', 'Asked for it'])
})
