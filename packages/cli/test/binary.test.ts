import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from '#cli/program.ts'
import packageJson from '../package.json' with { type: 'json' }
import { binary, startBinary, startOnOldNode } from './support/built-binary.ts'
import { configFolder, runCli, createSystem } from './support/run-cli.ts'
import { listeningServer } from './support/shared-server.ts'

const { server, url } = await listeningServer({
  users: Array.from({ length: 30 }, (_, index) => ({ email: `u${index}@example.org` })),
})

function start(argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startBinary(argv, { RAPPORT_API_URL: url, ...env })
}

function run(argv: readonly string[], { stdin = '', ...env }: NodeJS.ProcessEnv = {}) {
  const { child, ended } = start(argv, env)
  if (stdin === '') child.stdin.end()
  else child.stdin.end(stdin)
  return ended
}

test.concurrent('--version and --help of the entry agree with the program behind it', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stderr: '', stdout: `${packageJson.version}\n` })
  const { stdout } = await runCli(['--help'])
  for (const words of [['--help'], ['-h'], ['help']]) expect(await run(words)).toEqual({ code: 0, stderr: '', stdout })
})

test.concurrent('prints records as YAML, and accepts --jq only with JSON', async () => {
  const env = { RAPPORT_TOKEN: await server.signIn() }
  const list = ['users', 'list', '--limit', '1', '--sort', 'id']
  expect((await run([...list, '-o', 'yaml'], env)).stdout).toMatch(/^- id: 1\n/)
  expect(await run([...list, '-o', 'json', '--jq', '.[].id'], env)).toMatchObject({ code: 0, stdout: '1\n' })
  const { code, stderr } = await run([...list, '-o', 'csv', '--jq', '.[].id'], env)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--jq filters JSON') })
})

test('the initial bundle contains neither zod, nor Ink, nor the protocol of rapport mcp', () => {
  const dist = join(import.meta.dirname, '../dist')
  const loaded = new Set(['bin.js'])
  let text = ''
  for (const file of loaded) {
    const source = readFileSync(join(dist, file), 'utf8')
    text += source
    for (const [, name] of source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loaded.add(String(name))
  }
  // Words that survive minification. A command that loads zod proves that they do.
  const marks = ['invalid_type', 'useInput', 'react.', 'tools/list']
  expect(marks.filter((mark) => text.includes(mark))).toEqual([])
  const everything = readdirSync(dist).map((file) => readFileSync(join(dist, file), 'utf8'))
  for (const mark of marks) expect(everything.some((source) => source.includes(mark))).toBe(true)
})

test.runIf(existsSync('/dev/full'))('a full disk prints one error and exits with 1', () => {
  const fullDevice = openSync('/dev/full', 'w')
  const env = { PATH: process.env['PATH'], RAPPORT_CONFIG_DIR: configFolder() }
  const end = (argv: readonly string[]) => {
    const stdio = ['ignore', fullDevice, 'pipe'] as const
    const { status, stderr } = spawnSync(process.execPath, [binary, ...argv], { env, stdio: [...stdio] })
    return { status, stderr: String(stderr) }
  }
  const expectedStderr = /^error: Could not write to standard output: ENOSPC.*\n(?: {7}.*\n)?$/
  for (const argv of [['--version'], ['--help'], ['help', 'exit-codes'], ['config', 'explain']]) {
    expect(end(argv)).toEqual({ status: 1, stderr: expect.stringMatching(expectedStderr) })
  }
  const asJson = end(['config', 'explain', '--json'])
  expect(asJson.status).toBe(1)
  expect(JSON.parse(asJson.stderr).error).toMatchObject({ code: 'not_written' })
  closeSync(fullDevice)
})

test('every command has help with examples, and only the program lists the options of all', async () => {
  const { stdout: help } = await runCli(['--help'])
  expect(help).toContain('Options of every command:\n  --profile <name>')
  const names = (text: string) => {
    const [, ...groups] = text.split(/^(?:Commands|The back office|Session and settings|Help):\n/m)
    return groups.flatMap((group) =>
      [...(group.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name),
    )
  }
  const verbs: string[] = []
  for (const command of names(help).filter((name) => name !== 'help')) {
    const { stdout } = await runCli(['help', String(command)])
    verbs.push(...(names(stdout).length === 0 ? [`${command}`] : names(stdout).map((verb) => `${command} ${verb}`)))
  }
  expect(verbs).toEqual(expect.arrayContaining(['login', 'users list', 'products update', 'config explain', 'doctor']))
  for (const words of verbs) {
    const { stdout, code } = await runCli(['help', ...words.split(' ')])
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: rapport ${words}`)
    expect(stdout).toMatch(new RegExp(`Examples:\n(.*\n)?.*rapport ${words}`))
    expect(stdout).toContain('Options of every command, such as --json')
    expect(stdout).not.toContain('--timeout <seconds>')
  }
  expect((await run(['help', 'users', 'list'])).stdout).toContain('Usage: rapport users list')
  expect((await run(['help', 'exit-codes'])).stdout).toMatch(/^Exit codes\n/)
  expect((await run(['help', 'environment'])).stdout).toMatch(/^Environment variables\n/)
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('there is no help for %s', async (word) => {
  const { code, stdout, stderr } = await runCli(['help', word])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^error: there is no help for '${word}' `))
})

test('every help fits into a terminal of 80 columns, with an empty line between its parts', async () => {
  const program = buildProgram(createSystem({}), () => Promise.resolve())
  const pathsBelow = (command: Command, path: string[]): string[][] =>
    command.commands.flatMap((child) => {
      const childPath = [...path, child.name()]
      return [childPath, ...pathsBelow(child, childPath)]
    })
  const paths = [[], ['exit-codes'], ...pathsBelow(program, [])]
  const nouns = new Set(program.commands.filter(({ commands }) => commands.length > 0).map((noun) => noun.name()))
  expect(paths.length).toBeGreaterThan(35)
  for (const path of paths) {
    const { stdout } = await runCli(['help', ...path])
    const lines = stdout.trimEnd().split('\n')
    expect({ path, long: lines.filter((line) => line.length > 80) }).toEqual({ path, long: [] })
    // The help of a noun fits on a screen of 24 lines; the shell's prompt takes the last one.
    const isTooTall = nouns.has(path.join(' ')) && lines.length > 23
    expect({ path, isTooTall }).toEqual({ path, isTooTall: false })
    expect({ path, glued: stdout.match(/.+\nOptions of every command, .*/g) }).toEqual({ path, glued: null })
  }
})

test.concurrent('prints help on stderr and exits with 2 without arguments outside a terminal', async () => {
  const { code, stdout, stderr } = await run([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Usage: rapport')
})

test.each([
  [['--json'], 'See rapport --help'],
  [['users', '--json'], 'See rapport users --help'],
  [['users', '-o', 'json'], 'See rapport users --help'],
  [['--output=ndjson', 'profile'], 'See rapport profile --help'],
])('%j prints the missing command as JSON instead of help', async (argv, hint) => {
  const { code, stdout, stderr } = await runCli(argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(JSON.parse(stderr)).toEqual({
    error: { code: 'usage', message: 'No command given.', hint, status: null },
  })
})

test.concurrent.each([
  [['usres'], "unknown command 'usres' (Did you mean users?)", 'See rapport --help'],
  [['users', 'lst'], "unknown command 'lst' (Did you mean list?)", 'See rapport users --help'],
  [['help', 'nothing'], "there is no help for 'nothing' (choose from users, categories,", 'See rapport help --help'],
  [['help', 'usres'], "there is no help for 'usres' (Did you mean users?)", 'See rapport help --help'],
])('%j is a usage error that names the next step', async (argv, message, hint) => {
  const { code, stderr } = await run(argv)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).toContain(hint)
})

test.concurrent('signs in, lists, deletes and signs out over a real connection', async () => {
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

test.concurrent('exports and applies a price over a real connection, and keeps profile changes', async () => {
  const env = { RAPPORT_CONFIG_DIR: configFolder(), RAPPORT_API_URL: '', RAPPORT_TOKEN: await server.signIn() }
  expect(await run(['profile', 'set', 'staging', '--api-url', url], env)).toMatchObject({ code: 0 })
  expect(await run(['profile', 'use', 'staging'], env)).toMatchObject({ code: 0 })
  const create = ['products', 'create', '--product-id', 'app_1m', '--name', 'Monthly', '--price', '4.35', '--json']
  expect(JSON.parse((await run(create, env)).stdout)).toMatchObject({ price: 4.35 })
  expect((await run(['products', 'list', '--output', 'csv'], env)).stdout).toContain(',app_1m,Monthly,4.35,EUR,')
  expect(await run(['doctor'], env)).toMatchObject({ code: 0 })
  expect((await run(['completion', 'bash'], env)).stdout).toContain('complete -F _rapport rapport')
})

test.concurrent('exits with 0 when the reader of stdout closes early', async () => {
  const { child, ended } = start(['users', 'list', '--json'], { RAPPORT_TOKEN: await server.signIn() })
  child.stdin.end()
  child.stdout.destroy()
  const { code, stderr } = await ended.catch(async () => ({ code: (await once(child, 'exit'))[0], stderr: '' }))
  expect(code).toBe(0)
  expect(stderr).not.toContain('EPIPE')
})

test.concurrent('exits with 0 when the reader of stderr closes early', async () => {
  const { id } = await server.addUser({ email: 'early@example.org' })
  const { child, ended } = start(['users', 'delete', String(id), '--yes'], { RAPPORT_TOKEN: await server.signIn() })
  child.stdin.end()
  child.stderr.destroy()
  void ended.catch(() => undefined)
  const exited = child.exitCode ?? (await once(child, 'exit'))[0]
  expect(exited).toBe(0)
})

const toGroup = ({ pid = 0 }: ChildProcess) => process.kill(-pid, 'SIGINT')
const toOne = (child: ChildProcess) => child.kill('SIGINT')

test.concurrent.each([
  ['SIGINT', startBinary, toOne],
  ['SIGINT (on an older Node, to the one process)', startOnOldNode, toOne],
  ['SIGINT (on an older Node, to the group, as a terminal does)', startOnOldNode, toGroup],
] as const)('%s in a bulk operation exits with 130 and prints the results so far', async (_name, startIt, send) => {
  const silent = createServer((request, response) => {
    if (request.method === 'GET') response.end('{"code":200,"message":"ok","data":{}}')
    else if (request.method === 'DELETE' && request.url?.endsWith('/1')) response.end('{"code":200,"message":"ok"}')
    else if (request.method === 'DELETE') silent.emit('stuck')
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const ids = Array.from({ length: 20 }, (_, index) => String(index + 1))
  const stuck = once(silent, 'stuck')
  const { child, ended } = startIt(['users', 'delete', ...ids, '--yes', '--json'], {
    RAPPORT_TOKEN: 'x',
    RAPPORT_API_URL: `http://127.0.0.1:${port}`,
  })
  await stuck
  send(child)
  const { code, stdout, stderr } = await ended
  silent.closeAllConnections()
  silent.close()
  expect(code).toBe(130)
  const { done, failed, skipped, total } = JSON.parse(stdout).summary
  expect(done + failed + skipped).toBe(total)
  expect(skipped).toBeGreaterThan(0)
  expect(JSON.parse(stderr).error.message).toBe(
    `Interrupted: ${done} deleted, ${failed} unknown (no response), ${skipped} not tried.`,
  )
})
