import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { isolatedCli } from '../../../test/support/isolated-cli.ts'
import { API_URL } from '../../../test/support/run-cli.ts'

const machine = isolatedCli()
const { run, signIn, stored } = machine

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
  expect(stderr).toMatch(/^error: Signed out of \S+ \(profile default\) on this machine only\.\n/)
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
