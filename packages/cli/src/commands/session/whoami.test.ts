import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isolatedCli } from '../../../test/support/isolated-cli.ts'
import { API_URL } from '../../../test/support/run-cli.ts'

const machine = isolatedCli()
const { run, signIn } = machine

test('whoami shows account, API, profile and token source', async () => {
  await signIn()
  const readable = await run(['whoami'], { tty: true })
  expect(readable.stdout).toBe(
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

test('whoami without a session suggests signing in', async () => {
  const { code, stderr } = await run(['whoami'])
  expect(code).toBe(4)
  expect(stderr).toBe(
    'error: Authentication token not found. Please log in.\n       Run rapport login, or set RAPPORT_TOKEN.\n',
  )
})

test('names the variable of a refused token, and the account that a broken connection leaves unknown', async () => {
  const env = { RAPPORT_TOKEN: 'wrong' }
  const refused = await run(['whoami'], { env })
  expect(refused.code).toBe(4)
  expect(refused.stderr).toMatch(/^error: The server refused the token in RAPPORT_TOKEN\. \(401 Unauthorized\)\n/)
  const down = await run(['whoami'], { env, server: { fetch: () => Promise.reject(new TypeError('fetch failed')) } })
  expect(down.stderr).toMatch(/^error: An error occurred while fetching your account\.\n/)
})
