import { expect, test } from 'vitest'
import { isolatedCli } from '../../test/support/isolated-cli.ts'
import { API_URL } from '../../test/support/run-cli.ts'

const machine = isolatedCli()
const { run, signIn, stored } = machine

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
