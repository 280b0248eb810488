import { statSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { isolatedCli } from '../../../test/support/isolated-cli.ts'
import { API_URL } from '../../../test/support/run-cli.ts'

const machine = isolatedCli()
const { run, signIn, stored } = machine

test('login asks for email and password on a terminal without showing the password', async () => {
  const { code, stdout, stderr, raw } = await run(['login'], {
    tty: true,
    answers: [
      [/Email: $/, `${machine.server.admin.email}\r`],
      [/Password: $/, `${machine.server.admin.password}\r`],
    ],
  })
  expect({ code, stdout, raw }).toEqual({ code: 0, stdout: '', raw: false })
  expect(stderr).toContain(`Signed in to ${API_URL} as ${machine.server.admin.email} (profile default).`)
  expect(stderr).not.toContain(machine.server.admin.password)
  expect(stored().profiles.default).toMatchObject({ apiUrl: API_URL, email: machine.server.admin.email })
  expect(statSync(join(machine.folder, 'config.json')).mode & 0o777).toBe(0o600)
})

test.each([
  ['Email', [[/Email: $/, '\u0004']]],
  [
    'Password',
    [
      [/Email: $/, 'a@example.org\r'],
      [/Password: $/, '\u0004'],
    ],
  ],
] as const)('Ctrl-D at the question for %s ends its line before the error', async (question, answers) => {
  const { code, stderr, raw } = await run(['login'], { tty: true, answers })
  expect({ code, raw }).toEqual({ code: 1, raw: false })
  expect(stripVTControlCharacters(stderr)).toMatch(new RegExp(`${question}: \n+error: No answer was given\\.\n$`))
})

test('pasted lines answer one after the other and hide the password', async () => {
  const { code, stderr } = await run(['login'], {
    tty: true,
    answers: [[/Email: $/, `${machine.server.admin.email}\r${machine.server.admin.password}\r`]],
  })
  expect(code).toBe(0)
  expect(stderr).not.toContain(machine.server.admin.password)
})

test('login reads the password from standard input and prints JSON without the token', async () => {
  const { code, stdout } = await signIn('--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ email: machine.server.admin.email, profile: 'default', api_url: API_URL })
})

test.each([
  [['login'], 'Pass --email and --password-stdin: '],
  [['login', '--email', 'a@example.org'], 'Pass --password-stdin: '],
  [['login', '--password-stdin'], 'Pass --email: '],
])('without a terminal %j names the missing flag', async (argv, message) => {
  const { code, stderr } = await run(argv)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('Ctrl-C at the password ends with 130 and gives the terminal back', async () => {
  const result = await run(['login', '--email', 'a@example.org'], {
    tty: true,
    answers: [[/Password: $/, 'sec\u0003']],
  })
  expect(result).toMatchObject({ code: 130, raw: false })
  expect(result.stderr).not.toContain('sec')
})

test('a wrong password exits with 4 and stores nothing', async () => {
  const { code, stderr } = await run(['login', '--email', machine.server.admin.email, '--password-stdin', '--json'], {
    stdin: 'not the password',
  })
  expect(code).toBe(4)
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unauthorized',
    status: 401,
    hint: 'Check the email address and the password.',
  })
  expect(() => stored()).toThrow('ENOENT')
})

test.each([
  [200, 401],
  [400, 400],
])('a login refused with HTTP %i and code %i exits with 4', async (status, code) => {
  const fetch = () => Promise.resolve(Response.json({ code, message: 'Wrong email or password.' }, { status }))
  const words = ['login', '--email', 'a@example.org', '--password-stdin', '--json']
  const { code: exitCode, stderr } = await run(words, { stdin: 'x', server: { fetch } })
  expect(exitCode).toBe(4)
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'unauthorized',
    message: 'Wrong email or password.',
  })
})

test('an invalid email address is refused before any call', async () => {
  const { code, stderr } = await run(['login', '--email', 'admin', '--password-stdin'], { stdin: 'x' })
  expect(code).toBe(2)
  expect(stderr).toContain('Please enter a valid email address.')
})

test('login does not move a profile that is signed in elsewhere', async () => {
  await signIn()
  const otherSignIn = await signIn('--api-url', 'https://other.test')
  expect(otherSignIn).toMatchObject({ code: 2 })
  expect(otherSignIn.stderr).toContain(`Profile default is signed in to ${API_URL}.`)
  expect(await signIn('--api-url', 'https://other.test', '--profile', 'other')).toMatchObject({ code: 0 })
  expect(Object.keys(stored().profiles)).toEqual(['default', 'other'])
})

test('login does not move a profile to the address in the environment', async () => {
  await run(['profile', 'set', 'prod', '--api-url', 'https://prod.test'])
  await run(['profile', 'use', 'prod'])
  const { code, stderr } = await signIn()
  expect(code).toBe(2)
  expect(stderr).toContain(`Profile prod uses https://prod.test, but RAPPORT_API_URL is ${API_URL}.`)
  expect(stderr).toContain(`rapport profile set prod --api-url ${API_URL}`)
  expect(stored().profiles.prod).toEqual({ apiUrl: 'https://prod.test' })
  expect(await signIn('--profile', 'prod')).toMatchObject({ code: 0 })
  expect(stored().profiles.prod).toMatchObject({ apiUrl: 'https://prod.test', email: machine.server.admin.email })
})

test('whoami shows account, API, profile and token source', async () => {
  await signIn()
  const people = await run(['whoami'], { tty: true })
  expect(people.stdout).toBe(
    [
      `Signed in as  Ada Admin <${machine.server.admin.email}>`,
      `API           ${API_URL}`,
      'Profile       default',
      `Token from    ${join(machine.folder, 'config.json')}`,
      '',
    ].join('\n'),
  )
  const { stdout } = await run(['whoami', '--json'], { env: { RAPPORT_TOKEN: await machine.server.signIn() } })
  expect(JSON.parse(stdout)).toMatchObject({
    email: machine.server.admin.email,
    extensions: expect.arrayContaining(['paging', 'logout', 'tokens']),
    token_source: 'RAPPORT_TOKEN',
  })
})

test('whoami without a session suggests to sign in', async () => {
  const { code, stderr } = await run(['whoami'])
  expect(code).toBe(4)
  expect(stderr).toBe(
    'error: Authentication token not found. Please log in.\n       Run rapport login, or set RAPPORT_TOKEN.\n',
  )
})

test('a stored token is sent only to its own API', async () => {
  await signIn()
  const atOtherUrl = await run(['whoami', '--api-url', 'https://evil.test'])
  expect(atOtherUrl).toMatchObject({ code: 4 })
  expect(atOtherUrl.stderr).toContain(
    `The session of profile default is for ${API_URL}. ` +
      'For https://evil.test use another: rapport login --profile NAME --api-url https://evil.test\n',
  )
})

test('--profile overrides address and token of the environment', async () => {
  await signIn('--profile', 'prod', '--api-url', 'https://prod.test')
  const { token } = stored().profiles.prod
  const requests: (string | null)[][] = []
  const fetch = (request: Request) => {
    requests.push([new URL(request.url).origin, request.headers.get('Authorization')])
    return machine.server.fetch(request)
  }
  const env = { RAPPORT_API_URL: 'https://env.test', RAPPORT_TOKEN: 'of-env' }
  const { code, stdout } = await run(['whoami', '--json', '--profile', 'prod'], { server: { fetch }, env })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ api_url: 'https://prod.test', profile: 'prod' })
  expect(requests).toEqual([['https://prod.test', `Bearer ${token}`]])

  const flagged = ['whoami', '--profile', 'prod', '--api-url', 'https://flag.test']
  await run(flagged, { server: { fetch }, env })
  expect(requests.at(-1)).toEqual(['https://flag.test', 'Bearer of-env'])
})

test('RAPPORT_TOKEN is not sent to the address of another profile', async () => {
  await run(['profile', 'set', 'prod', '--api-url', 'https://prod.test'])
  const env = { RAPPORT_API_URL: 'https://env.test', RAPPORT_TOKEN: await machine.server.signIn() }
  expect(await run(['whoami', '--profile', 'prod'], { env })).toMatchObject({ code: 4 })
  expect(await run(['whoami', '--profile', 'prod'], { env: { ...env, RAPPORT_API_URL: '' } })).toMatchObject({
    code: 0,
  })
})

test.each([
  ['http://api.example.org', 'insecure_api_url'],
  ['http://127.0.0.1.example.org', 'insecure_api_url'],
  ['http://localhost@example.org', 'bad_api_url'],
  ['example.org', 'bad_api_url'],
])('the address %s is refused', async (url, code) => {
  const result = await run(['whoami', '--json', '--api-url', url], { env: { RAPPORT_TOKEN: 'x' } })
  expect(result.code).toBe(2)
  expect(JSON.parse(result.stderr).error.code).toBe(code)
})

test.each(['https://u:canary@h.test', 'ftp://u:can@ary@h.test', 'u:canary@h', 'https://u:canary/x@h.test'])(
  'a password in %s is never shown',
  async (url) => {
    for (const argv of [['whoami'], ['profile', 'set', 'x'], ['logout'], ['config', 'explain'], ['doctor']]) {
      const { stdout, stderr } = await run([...argv, '--api-url', url])
      expect({ argv, text: stdout + stderr }).toEqual({ argv, text: expect.stringContaining('***@h') })
      expect(stdout + stderr).not.toMatch(/canary|can@|ary@/)
    }
  },
)

test('plain http to another machine needs --insecure', async () => {
  const env = { RAPPORT_TOKEN: await machine.server.signIn(), RAPPORT_API_URL: 'http://api.example.org' }
  expect(await run(['whoami', '--insecure'], { env })).toMatchObject({ code: 0 })
})

test('logout revokes the token and forgets it', async () => {
  await signIn()
  const { token } = stored().profiles.default
  const { code, stdout } = await run(['logout', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ profile: 'default', api_url: API_URL, revoked: true })
  expect(stored().profiles.default).toEqual({ apiUrl: API_URL, email: machine.server.admin.email })
  expect(await run(['whoami'], { env: { RAPPORT_TOKEN: token } })).toMatchObject({ code: 4 })
})

test("logout refuses an address that is not the profile's", async () => {
  await signIn()
  const { code, stderr } = await run(['logout', '--api-url', 'https://other.test'])
  expect(code).toBe(2)
  expect(stderr).toContain(`Profile default uses ${API_URL}, not https://other.test.`)
  expect(stored().profiles.default.token).toBeDefined()
  expect(await run(['logout', '--api-url', `${API_URL}/`])).toMatchObject({ code: 0 })
})

test('logout forgets the token even if the server cannot be reached', async () => {
  await signIn()
  const unreachable = { fetch: () => Promise.reject(new TypeError('fetch failed')) }
  const { code, stderr } = await run(['logout'], { server: unreachable })
  expect(code).toBe(7)
  expect(stderr).toContain('The token could not be revoked: it stays valid on the server until it expires.')
  expect(stored().profiles.default.token).toBeUndefined()
})

test('logout warns if the server cannot revoke tokens', async () => {
  await using plain = await startTestServer({ extensions: [] })
  await run(['login', '--email', plain.admin.email, '--password-stdin'], { server: plain, stdin: plain.admin.password })
  const { code, stderr } = await run(['logout'], { server: plain })
  expect(code).toBe(0)
  expect(stderr).toContain('This server cannot revoke tokens')
  expect(stored().profiles.default.token).toBeUndefined()
})
