import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isolatedCli } from '../../../test/support/isolated-cli.ts'

const machine = isolatedCli({ RAPPORT_API_URL: '' })
const { run, signIn, stored } = machine
const config = (...argv: string[]) => run(['config', ...argv])
const rows = (stdout: string): Record<string, string>[] => JSON.parse(stdout)
async function explain(argv: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { stdout } = await run(['config', 'explain', '--output', 'ndjson', ...argv], { env })
  const settings = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return (name: string) => {
    const { value, source, from } = settings.find(({ setting }) => setting === name)
    return { value, source, from }
  }
}

test('path prints the configuration file even if it is missing or damaged', async () => {
  const path = join(machine.folder, 'config.json')
  expect(await config('path')).toMatchObject({ code: 0, stdout: `${path}\n`, stderr: '' })
  await config('set', 'timeout', '5')
  writeFileSync(path, '{')
  expect(await config('path', '--json')).toMatchObject({ code: 0, stdout: `${JSON.stringify({ path })}\n` })
  expect(await config('list')).toMatchObject({ code: 1, stdout: '' })
})

test('set stores a setting in the profile, and default resets it', async () => {
  const { stdout, stderr } = await config('set', 'timeout', '60', '--json')
  expect(JSON.parse(stdout)).toEqual({ key: 'timeout', value: '60', profile: 'default' })
  expect(stderr).toBe('Set timeout to 60 in profile default.\n')
  expect(await config('get', 'timeout')).toMatchObject({ code: 0, stdout: '60\n' })
  expect(JSON.parse((await config('get', 'timeout', '--json')).stdout)).toEqual({ key: 'timeout', value: '60' })
  await config('set', 'timeout', 'default')
  expect(await config('get', 'timeout')).toMatchObject({ stdout: '30\n' })
})

test("the profile's output format applies to every command and its errors", async () => {
  await config('set', 'output', 'json')
  const token = await machine.server.signIn()
  const { stdout } = await run(['users', 'list'], { env: { RAPPORT_TOKEN: token } })
  expect(rows(stdout)).toHaveLength(1)
  const refused = await run(['users', 'list'])
  expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'not_signed_in' })
  const table = await run(['users', 'list', '--output', 'table'], { env: { RAPPORT_TOKEN: token } })
  expect(table.stdout).toMatch(/^ID /)
})

test('signing in and out keeps the settings of the profile', async () => {
  await config('set', 'timeout', '60')
  await signIn()
  expect(await config('get', 'timeout')).toMatchObject({ stdout: '60\n' })
  await run(['logout'])
  expect(await config('get', 'timeout')).toMatchObject({ stdout: '60\n' })
})

test('stores the address in the profile, but not while it has a session', async () => {
  expect((await config('set', 'api_url', 'https://api.test/')).stderr).toContain(
    'Set api_url to https://api.test in profile',
  )
  await signIn()
  expect(await config('set', 'api_url', 'https://evil.test')).toMatchObject({ code: 2 })
  await run(['logout'])
  expect(await config('set', 'api_url', 'default')).toMatchObject({ code: 0 })
  expect(await config('get', 'api_url')).toMatchObject({ stdout: 'http://127.0.0.1:4000\n' })
})

test('explain names the source of every setting', async () => {
  const explained = await explain()
  expect(explained('profile')).toEqual({ value: 'default', source: 'default', from: '' })
  expect(explained('api_url')).toEqual({ value: 'http://127.0.0.1:4000', source: 'default', from: '' })
  expect(explained('token')).toEqual({ value: '(none)', source: 'default', from: '' })
  expect(explained('output')).toEqual({ value: 'ndjson', source: 'flag', from: '--output' })
  expect(explained('timeout')).toEqual({ value: '30', source: 'default', from: '' })
  expect(explained('config_file')).toEqual({
    value: join(machine.folder, 'config.json'),
    source: 'environment',
    from: 'RAPPORT_CONFIG_DIR',
  })

  await run(['profile', 'set', 'staging', '--api-url', 'https://staging.test'])
  await run(['profile', 'use', 'staging'])
  await config('set', 'timeout', '5')
  const chosen = await explain()
  expect(chosen('profile')).toEqual({ value: 'staging', source: 'profile', from: 'rapport profile use' })
  expect(chosen('api_url')).toEqual({ value: 'https://staging.test', source: 'profile', from: 'profile staging' })
  expect(chosen('timeout')).toEqual({ value: '5', source: 'profile', from: 'profile staging' })

  const env = { RAPPORT_PROFILE: 'default', RAPPORT_API_URL: 'https://env.test', NO_COLOR: '1' }
  const explainedWithEnv = await explain([], env)
  expect(explainedWithEnv('profile')).toEqual({ value: 'default', source: 'environment', from: 'RAPPORT_PROFILE' })
  expect(explainedWithEnv('api_url')).toEqual({
    value: 'https://env.test',
    source: 'environment',
    from: 'RAPPORT_API_URL',
  })
  expect(explainedWithEnv('color')).toEqual({ value: 'never', source: 'environment', from: 'NO_COLOR' })

  const named = await explain(['--profile', 'staging'], env)
  expect(named('api_url')).toEqual({ value: 'https://staging.test', source: 'profile', from: 'profile staging' })

  const flagged = await explain(['--profile', 'staging', '--api-url', 'https://flag.test', '--timeout', '9'], env)
  expect(flagged('profile')).toEqual({ value: 'staging', source: 'flag', from: '--profile' })
  expect(flagged('api_url')).toEqual({ value: 'https://flag.test', source: 'flag', from: '--api-url' })
  expect(flagged('timeout')).toEqual({ value: '9', source: 'flag', from: '--timeout' })
})

test('explain hides the token, and tells if a session is for another API', async () => {
  await signIn('--api-url', 'https://api.test')
  const { token } = stored().profiles.default
  const text = await config('explain')
  expect(text.stdout).toMatch(/^token +\(hidden\) +profile +profile default$/m)
  expect(text.stdout).not.toContain(token)
  expect((await explain(['--api-url', 'https://other.test']))('token')).toEqual({
    value: '(none)',
    source: 'default',
    from: 'profile default has a session for https://api.test only',
  })
  const env = { RAPPORT_TOKEN: 'canary', RAPPORT_API_URL: 'https://env.test' }
  expect((await explain(['--profile', 'default'], env))('token')).toEqual({
    value: '(hidden)',
    source: 'profile',
    from: 'profile default',
  })
  expect((await explain([], { RAPPORT_TOKEN: 'canary' }))('token')).toEqual({
    value: '(hidden)',
    source: 'environment',
    from: 'RAPPORT_TOKEN',
  })
})

test('explain does not cut values on a narrow terminal', async () => {
  const url = `https://${'very-'.repeat(20)}long.test/api`
  for (const columns of [40, 60, 80, 200]) {
    const { stdout } = await run(['config', 'explain', '--api-url', url, '--no-color'], { tty: true, columns })
    const lines = stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    const [from, to] = [lines[0]?.indexOf('VALUE'), lines[0]?.indexOf('SOURCE')]
    expect(lines.map((line) => line.slice(from, to).trim()).join('')).toContain(url)
  }
})

test('explain works with invalid settings', async () => {
  const { code, stdout } = await run(['config', 'explain', '--api-url', 'nonsense', '--profile', 'gone'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^api_url +nonsense +flag +--api-url$/m)
})

test('config set warns of a variable that overrides the setting', async () => {
  const { stderr } = await run(['config', 'set', 'api_url', 'https://a.test'], {
    env: { RAPPORT_API_URL: 'https://b.test' },
  })
  expect(stderr).toBe('Set api_url to https://a.test in profile default.\nRAPPORT_API_URL is set and overrides it.\n')
})

test.each([
  [['get', 'tiemout'], 'There is no setting tiemout.\n       Did you mean timeout? Choose from profile, api_url'],
  [['set', 'token', 'x'], 'There is no setting token.'],
  [['set', 'timeout', 'soon'], 'timeout cannot be "soon".\n       Use seconds, up to 3600. Or reset it with default.'],
  [
    ['set', 'output', 'xml'],
    'output cannot be "xml".\n       Choose from table, json, ndjson, csv, yaml, markdown. Or reset it with default.',
  ],
  [['set', 'color', 'always'], 'Choose from auto, never.'],
  [['set', 'profile', 'gone'], 'There is no profile gone.'],
  [['set', 'api_url', 'http://api.example.org'], 'unencrypted'],
  [['set', 'timeout', '5', '--profile', 'gone'], 'There is no profile gone.'],
  [['set', 'timeout'], "missing required argument 'value'"],
  [['xplain'], '(Did you mean explain?)'],
])('%j is a usage error', async (argv, message) => {
  const { code, stdout, stderr } = await config(...argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})
