import { once } from 'node:events'
import { createServer } from 'node:http'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { buildBinary, startBinary } from './built-binary.ts'
import { configFolder, runCli } from './run-cli.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  buildBinary()
  server = await startTestServer({ users: Array.from({ length: 30 }, (_, n) => ({ email: `u${n}@example.org` })) })
  url = await server.listen()
}, 60_000)
afterAll(() => server.close())

function start(argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startBinary(argv, { RAPPORT_API_URL: url, ...env })
}

function run(argv: readonly string[], { stdin = '', ...env }: NodeJS.ProcessEnv = {}) {
  const { child, ended } = start(argv, env)
  child.stdin.end(stdin)
  return ended
}

test('--version and --help of the entry agree with the program behind it', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stderr: '', stdout: `${packageJson.version}\n` })
  const { stdout } = await runCli(['--help'])
  for (const words of [['--help'], ['-h'], ['help']]) expect(await run(words)).toEqual({ code: 0, stderr: '', stdout })
})

test('every command has help with examples', async () => {
  for (const words of ['login', 'logout', 'whoami', 'users list', 'users delete', 'export', 'diff', 'apply', 'smoke']) {
    const { stdout, code } = await run(['help', ...words.split(' ')])
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: rapport ${words}`)
    expect(stdout).toContain(`Examples:\n  rapport ${words}`)
  }
  expect((await run(['help', 'exit-codes'])).stdout).toMatch(/^Exit codes\n/)
})

test('alone and off a terminal it shows help on stderr and ends with 2', async () => {
  const { code, stdout, stderr } = await run([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Usage: rapport')
})

test.each([
  [['usres'], "unknown command 'usres' (Did you mean users?)", 'See rapport --help.'],
  [['users', 'lst'], "unknown command 'lst' (Did you mean list?)", 'See rapport users --help.'],
  [['help', 'nope'], "there is no help on 'nope'", 'See rapport help --help.'],
])('%j is a usage error that names the next step', async (argv, message, hint) => {
  const { code, stderr } = await run(argv)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain(hint)
})

test('sign in, list, delete, sign out: one session over a real connection', async () => {
  const env = { RAPPORT_CONFIG_DIR: configFolder() }
  const login = await run(['login', '--email', server.admin.email, '--password-stdin'], {
    ...env,
    stdin: server.admin.password,
  })
  expect(login).toMatchObject({ code: 0, stdout: '' })
  expect((await run(['whoami', '--json'], env)).stdout).toContain(server.admin.email)
  const { stdout } = await run(['users', 'list', '--search', 'u2', '--output', 'csv'], env)
  const deleted = await run(['users', 'delete', '--from-file', '-', '--yes', '--json'], { ...env, stdin: stdout })
  expect(deleted.code).toBe(0)
  expect(JSON.parse(deleted.stdout).summary).toMatchObject({ total: 11, done: 11 })
  expect(await run(['logout'], env)).toMatchObject({ code: 0 })
  expect(await run(['whoami'], env)).toMatchObject({ code: 4 })
})

test('a reader that leaves early is no failure', async () => {
  const { child, ended } = start(['users', 'list', '--json'], { RAPPORT_TOKEN: await server.signIn() })
  child.stdin.end()
  child.stdout.destroy()
  const { code, stderr } = await ended.catch(async () => ({ code: (await once(child, 'exit'))[0], stderr: '' }))
  expect(code).toBe(0)
  expect(stderr).not.toContain('EPIPE')
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s in a bulk ends with 130 and the results so far', async (signal) => {
  const silent = createServer((request, response) => {
    if (request.method === 'DELETE' && request.url?.endsWith('/1')) response.end('{"code":200,"message":"ok"}')
    else if (request.method === 'DELETE') silent.emit('stuck')
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const ids = Array.from({ length: 20 }, (_, n) => String(n + 1))
  const stuck = once(silent, 'stuck')
  const { child, ended } = start(['users', 'delete', ...ids, '--yes', '--json'], {
    RAPPORT_TOKEN: 'x',
    RAPPORT_API_URL: `http://127.0.0.1:${port}`,
  })
  await stuck
  child.kill(signal)
  const { code, stdout } = await ended
  silent.closeAllConnections()
  silent.close()
  expect(code).toBe(130)
  const { done, failed, skipped, total } = JSON.parse(stdout).summary
  expect(done + failed + skipped).toBe(total)
  expect(skipped).toBeGreaterThan(0)
})
