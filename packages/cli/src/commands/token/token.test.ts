import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../../test/support/run-cli.ts'
import { signedInMachine } from '../../../test/support/signed-in-machine.ts'

const CREATE = ['token', 'create', 'CI', '--expires', '90d', '--scope']

const ELEVEN_MINUTES = 11 * 60_000

test('creates a token limited to its scopes, and prints only its secret on stdout', async () => {
  await using machine = await signedInMachine()
  const { code, stdout, stderr } = await machine.run([...CREATE, 'read,catalogue'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^rpt_[\w-]{43}\n$/) })
  expect(stderr).toContain('Created token CI (read, catalogue), which expires 2027-02-19')
  const env = { RAPPORT_TOKEN: stdout.trim() }
  expect(await machine.run(['users', 'list'], { env })).toMatchObject({ code: 0 })
  expect(await machine.run(['categories', 'delete', '7', '--yes'], { env })).toMatchObject({ code: 3 })
  expect(await machine.run(['products', 'list'], { env })).toMatchObject({ code: 0 })
  const refused = await machine.run(['users', 'delete', '2', '--yes', '--json'], { env })
  expect(refused.code).toBe(4)
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    code: 'missing_scope',
    message: 'This token lacks the scope “users”.',
  })
})

test('a token with the scope users cannot delete an admin', async () => {
  await using machine = await signedInMachine()
  const { id } = await machine.server.addAdmin({ email: 'other@example.com' })
  const env = { RAPPORT_TOKEN: (await machine.run([...CREATE, 'users,read'])).stdout.trim() }
  const { code, stderr } = await machine.run(['users', 'delete', String(id), '--yes'], { env })
  expect(code).toBe(4)
  expect(stderr).toContain('An API token cannot delete an account that signs in to the console.')
})

test('--json prints a new token with its secret, and lists without', async () => {
  await using machine = await signedInMachine()
  const { secret, token } = JSON.parse((await machine.run([...CREATE, 'read', '--scope', 'users', '--json'])).stdout)
  expect(token).toMatchObject({ name: 'CI', scopes: ['read', 'users'], hint: secret.slice(-4) })
  expect(JSON.parse((await machine.run(['token', 'list', '--json'])).stdout)).toEqual([token])
  const { stdout, stderr } = await machine.run(['token', 'list'], { tty: true })
  expect(stdout).toMatch(/^1 +CI +read, users +.{4} +2026-11-21 .+ +2027-02-19 .+ +never$/m)
  expect(stderr).toBe('1 token\n')
})

test('a token is revoked by its name or its id', async () => {
  await using machine = await signedInMachine()
  const secret = (await machine.run([...CREATE, 'read'])).stdout.trim()
  expect(await machine.run(['token', 'revoke', 'CI'])).toMatchObject({ code: 2 })
  const { code, stderr } = await machine.run(['token', 'revoke', 'CI', '--yes'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Revoked token CI.\n' })
  expect(await machine.run(['users', 'list'], { env: { RAPPORT_TOKEN: secret } })).toMatchObject({ code: 4 })
  expect(await machine.run(['token', 'revoke', '1', '--yes'])).toMatchObject({ code: 3 })
})

test.each([
  [['token', 'create', 'CI', '--scope', 'root', '--expires', '1d'], 'Choose from read, catalogue, users.'],
  [['token', 'create', 'CI', '--scope', 'read', '--expires', '367d'], 'Use days, from 1d to 366d.'],
  [['token', 'create', 'CI', '--scope', 'read'], '--expires'],
  [['token', 'create', 'CI', '--expires', '1d'], '--scope'],
])('%j is a usage error', async (argv, message) => {
  const { code, stderr } = await runCli(argv)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('asks for the password on a terminal when the sign-in is not recent', async () => {
  await using machine = await signedInMachine()
  machine.server.advance(ELEVEN_MINUTES)
  const { code, stdout, stderr } = await machine.run([...CREATE, 'read'], {
    tty: true,
    answers: [[/Password: $/, `${machine.password}\r`]],
  })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^rpt_/) })
  expect(stderr).not.toContain(machine.password)
})

test('reads the password from standard input without a terminal, or suggests signing in again', async () => {
  await using machine = await signedInMachine()
  machine.server.advance(ELEVEN_MINUTES)
  const refused = await machine.run([...CREATE, 'read'])
  expect(refused.code).toBe(4)
  expect(refused.stderr).toContain('Run rapport login again: signing in confirms your identity.')
  const argv = [...CREATE, 'read', '--password-stdin']
  const mistyped = await machine.run(argv, { stdin: `${machine.password}!` })
  expect(mistyped).toMatchObject({ code: 4, stderr: 'error: This password is wrong. (422 Unprocessable Entity)\n' })
  expect(await machine.run(argv, { stdin: machine.password })).toMatchObject({ code: 0 })
})

test('says that the server does not offer tokens', async () => {
  await using server = await startTestServer({ extensions: ['paging'] })
  const env = { RAPPORT_TOKEN: await server.signIn() }
  const { code, stderr } = await runCli(['token', 'list'], { server, env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: This server does not offer tokens.\n' })
})
