import { statSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
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
] as const)('Ctrl-D at the question for %s prints the error on a new line', async (question, answers) => {
  const { code, stderr, raw } = await run(['login'], { tty: true, answers })
  expect({ code, raw }).toEqual({ code: 1, raw: false })
  expect(stripVTControlCharacters(stderr)).toMatch(new RegExp(`${question}: \n+error: No answer was given\\.\n$`))
})

test('pasted lines answer the questions in order, and the password stays hidden', async () => {
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

test('Ctrl-C at the password exits with 130 and restores the terminal', async () => {
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
  const argv = ['login', '--email', 'a@example.org', '--password-stdin', '--json']
  const { code: exitCode, stderr } = await run(argv, { stdin: 'x', server: { fetch } })
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
