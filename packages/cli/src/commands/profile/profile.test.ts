import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isolatedCli } from '../../../test/support/isolated-cli.ts'

const STAGING = 'https://staging.test'
const machine = isolatedCli({ RAPPORT_API_URL: '' })
const { run, signIn, stored } = machine
const profile = (...argv: string[]) => run(['profile', ...argv])

test('set creates a profile, login signs in, use selects it', async () => {
  const created = await profile('set', 'staging', '--api-url', `${STAGING}/`, '--json')
  expect(JSON.parse(created.stdout)).toEqual({ profile: 'staging', api_url: STAGING, signed_in: false })
  expect(created.stderr).toBe(`Profile staging uses ${STAGING}.\nSign in with rapport login --profile staging\n`)
  expect(await signIn('--profile', 'staging')).toMatchObject({ code: 0 })
  expect(await run(['whoami'])).toMatchObject({ code: 4 })
  const used = await profile('use', 'staging', '--json')
  expect(JSON.parse(used.stdout)).toEqual({ profile: 'staging', api_url: STAGING })
  const { stdout } = await run(['whoami', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ profile: 'staging', api_url: STAGING })
  expect(await run(['whoami', '--profile', 'default'])).toMatchObject({ code: 4 })
  expect(await run(['whoami'], { env: { RAPPORT_PROFILE: 'default' } })).toMatchObject({ code: 4 })
})

test('list shows all profiles without their tokens', async () => {
  expect(await profile('list')).toMatchObject({
    stdout: '',
    stderr: 'No profiles yet. Run rapport login to create one.\n',
  })
  await signIn()
  await profile('set', 'staging', '--api-url', STAGING)
  await profile('use', 'staging')
  const { stdout } = await profile('list', '--json')
  expect(JSON.parse(stdout)).toEqual([
    {
      name: 'default',
      api_url: 'http://127.0.0.1:4000',
      email: machine.server.admin.email,
      signed_in: true,
      current: false,
    },
    { name: 'staging', api_url: STAGING, email: null, signed_in: false, current: true },
  ])
  expect((await profile('list')).stdout).toBe(
    'IN USE  NAME     API                    SIGNED IN AS\n' +
      '        default  http://127.0.0.1:4000  admin@example.com\n' +
      '*       staging  https://staging.test   no\n',
  )
  expect((await profile('list', '--output', 'csv')).stdout).not.toContain(stored().profiles.default.token)
})

test('set does not change the address of a profile that is signed in', async () => {
  await signIn('--profile', 'staging', '--api-url', STAGING)
  const moved = await profile('set', 'staging', '--api-url', 'https://evil.test')
  expect(moved.code).toBe(2)
  expect(moved.stderr).toContain(`Profile staging is signed in to ${STAGING}.`)
  expect(moved.stderr).toContain('run rapport logout --profile staging')
  expect(await profile('set', 'staging', '--api-url', STAGING)).toMatchObject({ code: 0 })
  expect(stored().profiles.staging.token).toBeDefined()
  await run(['logout', '--profile', 'staging'])
  expect(await profile('set', 'staging', '--api-url', 'https://new.test')).toMatchObject({ code: 0 })
  expect(stored().profiles.staging).toEqual({ apiUrl: 'https://new.test' })
})

test('remove warns that the session stays valid, asks, and removes the profile', async () => {
  await signIn('--profile', 'staging', '--api-url', STAGING)
  await profile('use', 'staging')
  const remove = (key: string) =>
    run(['profile', 'remove', 'staging'], { tty: true, answers: [[/this profile\?/, key]] })
  const declined = await remove('n\r')
  expect(declined).toMatchObject({ code: 1, stdout: '' })
  expect(declined.stderr).toContain(
    'Its session stays valid on the server. To end it first, run rapport logout --profile staging',
  )
  expect(stored().profiles.staging).toBeDefined()
  expect(await remove('y\r')).toMatchObject({ code: 0 })
  expect(stored()).toMatchObject({ profiles: {}, current: null })
  expect(await run(['config', 'get', 'profile'])).toMatchObject({ stdout: 'default\n' })
})

test('login creates no profile for a mistyped name or a failed login', async () => {
  await profile('set', 'staging', '--api-url', STAGING)
  const unknown = (name: string) => `error: There is no profile ${name}. Known: staging.\n`
  const typo = await signIn('--profile', 'stagign')
  expect({ code: typo.code, stderr: typo.stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(unknown('stagign')),
  })
  expect(typo.stderr).toContain('Did you mean staging?')
  const wrongPassword = [
    'login',
    '--email',
    'a@example.org',
    '--password-stdin',
    '--profile',
    'p2',
    '--api-url',
    STAGING,
  ]
  expect(await run(wrongPassword, { stdin: 'wrong' })).toMatchObject({ code: 4 })
  const signedInAgain = await signIn('--profile', 'p2')
  expect({ code: signedInAgain.code, stderr: signedInAgain.stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(unknown('p2')),
  })
  expect(Object.keys(stored().profiles)).toEqual(['staging'])
  expect(await signIn('--profile', 'p2', '--api-url', STAGING)).toMatchObject({ code: 0 })
})

test('removing the profile in use names the next one', async () => {
  await profile('set', 'staging', '--api-url', STAGING)
  await profile('set', 'other', '--api-url', 'https://other.test')
  await profile('use', 'staging')
  expect((await profile('remove', 'other', '--yes')).stderr).toBe('Removed profile other.\n')
  expect((await profile('remove', 'staging', '--yes')).stderr).toBe(
    'Removed profile staging.\nNow using profile default: http://127.0.0.1:4000\n',
  )
  await profile('set', 'staging', '--api-url', STAGING)
  const named = await run(['profile', 'remove', 'staging', '--yes'], { env: { RAPPORT_PROFILE: 'staging' } })
  expect(named.stderr).toContain('RAPPORT_PROFILE still names it')
})

test.each([
  [['use', 'stagign'], 'There is no profile stagign. Known: staging.\n       Did you mean staging?'],
  [['use', '../x'], '"../x" is not a valid profile name.'],
  [['remove', 'other', '--yes'], 'There is no profile other. Known: staging.'],
  [['set', 'x'], 'Set --api-url or --console-url for profile x.'],
  [['set', 'x', '--api-url', 'http://api.example.org'], 'would receive passwords and tokens unencrypted'],
  [['set', 'x', '--api-url', 'nonsense'], '"nonsense" is not a web address.'],
  [['set', 'x y', '--api-url', STAGING], '"x y" is not a valid profile name.'],
  [['use'], "missing required argument 'name'"],
])('%j is a usage error', async (argv, message) => {
  await profile('set', 'staging', '--api-url', STAGING)
  const { code, stdout, stderr } = await profile(...argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('stores the address of the flag, not of the environment', async () => {
  const { code } = await run(['profile', 'set', 'x'], { env: { RAPPORT_API_URL: STAGING } })
  expect(code).toBe(2)
})

test('profile use warns of a variable that overrides it', async () => {
  await profile('set', 'staging', '--api-url', STAGING)
  const { stderr } = await run(['profile', 'use', 'staging'], { env: { RAPPORT_API_URL: 'https://other.test' } })
  expect(stderr).toContain('RAPPORT_API_URL is set and overrides it.')
})

test('ignores unreadable values in an edited file', async () => {
  await profile('set', 'staging', '--api-url', STAGING)
  const oddConfig = {
    ...stored(),
    current: 7,
    profiles: { staging: { apiUrl: STAGING, timeout: 5, output: 'xml' }, x: 'y' },
  }
  writeFileSync(join(machine.folder, 'config.json'), JSON.stringify(oddConfig))
  expect(JSON.parse((await profile('list', '--json')).stdout)).toMatchObject([{ name: 'staging', current: false }])
  expect(await run(['config', 'get', 'timeout', '--profile', 'staging'])).toMatchObject({ stdout: '30\n' })
})
