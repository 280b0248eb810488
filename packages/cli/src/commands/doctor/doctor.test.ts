import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { beforeEach, expect, test } from 'vitest'
import { API_URL, configFolder, runCli, type RunOptions, type TestFetch } from '../../../test/support/run-cli.ts'

const server = freshServer()
let folder: string

beforeEach(() => {
  folder = configFolder()
})

const run = (argv: readonly string[] = [], options: RunOptions = {}) =>
  runCli(['doctor', ...argv], {
    server,
    ...options,
    env: { RAPPORT_CONFIG_DIR: folder, RAPPORT_TOKEN: server.token, ...options.env },
  })
async function diagnose(argv: readonly string[] = [], options: RunOptions = {}) {
  const { code, stdout } = await run(['--json', ...argv], options)
  const findings: Record<string, string>[] = JSON.parse(stdout)
  return {
    code,
    statuses: Object.fromEntries(findings.map(({ check, status }) => [check, status])),
    resultOf: (name: string) => findings.find(({ check }) => check === name),
  }
}
const allOk = {
  program: 'ok',
  settings: 'ok',
  target: 'ok',
  api: 'ok',
  clock: 'ok',
  session: 'ok',
  server: 'ok',
  extensions: 'ok',
  contract: 'ok',
  products: 'ok',
}

test('sends its first call without a token', async () => {
  const tokens: (string | null)[] = []
  const fetch = (request: Request) => {
    tokens.push(request.headers.get('Authorization'))
    return server.fetch(request)
  }
  await diagnose([], { server: { fetch } })
  expect(tokens.slice(0, 2)).toEqual([null, `Bearer ${server.token}`])
})

test('exits with 0 if nothing failed', async () => {
  const { code, stdout, stderr } = await run()
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Nothing failed.\n' })
  expect(stdout).toMatch(
    /^CHECK +STATUS +FOUND\nprogram +ok +rapport \d+\.\d+\.\d+ on Node \d+.*; contract \d+\.\d+\.\d+\n/,
  )
  expect(stdout).toMatch(/^target +ok +https:\/\/rapport\.test \(profile default; address from RAPPORT_API_URL\)$/m)
  expect(stdout).toMatch(/^session +ok +signed in as admin@example\.com, using RAPPORT_TOKEN$/m)
  expect(stdout).toMatch(/^server +ok +version \d+\.\d+\.\d+; contract \d+\.\d+\.\d+$/m)
  expect(stdout).toMatch(/^extensions +ok +logout, .*paging, /m)
  expect(stdout).not.toContain(server.token)
  expect((await diagnose()).statuses).toEqual(allOk)
})

test('skips what an API token may not read', async () => {
  const body = JSON.stringify({ name: 'CI', scopes: ['catalogue'], expires_in_days: 1 })
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' }
  const created = await server.fetch(new Request('http://x/api/admin/tokens', { method: 'POST', headers, body }))
  const { secret } = JSON.parse(await created.text()).data
  const { code, statuses, resultOf } = await diagnose([], { env: { RAPPORT_TOKEN: secret } })
  expect({ code, statuses }).toEqual({ code: 0, statuses: { ...allOk, contract: 'skipped', products: 'skipped' } })
  expect(resultOf('session')).toMatchObject({ detail: expect.stringContaining('using RAPPORT_TOKEN, an API token') })
})

test('suggests signing in without a session', async () => {
  const { code, statuses, resultOf } = await diagnose([], { env: { RAPPORT_TOKEN: '' } })
  expect(code).toBe(1)
  expect(statuses).toEqual({
    ...allOk,
    session: 'failed',
    server: 'skipped',
    extensions: 'skipped',
    contract: 'skipped',
    products: 'skipped',
  })
  expect(resultOf('session')).toMatchObject({ hint: 'Run rapport login, or set RAPPORT_TOKEN.' })
  const people = await run([], { env: { RAPPORT_TOKEN: '' } })
  expect(people.stderr).toBe('1 check failed.\nsession: Run rapport login, or set RAPPORT_TOKEN.\n')
})

test('distinguishes a refused token from a missing one', async () => {
  const { resultOf } = await diagnose([], { env: { RAPPORT_TOKEN: 'expired' } })
  expect(resultOf('session')).toMatchObject({
    status: 'failed',
    hint: 'The token has expired or was revoked, or belongs to another API.',
  })
})

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
test.each([
  [
    'nothing answers',
    () => Promise.reject(new TypeError('fetch failed', { cause: refused })),
    'Is the server running?',
  ],
  [
    'the response is a web page',
    () => Promise.resolve(new Response('<html>', { headers: { 'Content-Type': 'text/html' } })),
    'Is https://rapport.test the address of the API?',
    'The response is not JSON.',
  ],
  [
    'the response is a redirect',
    () => Promise.resolve(new Response(null, { status: 302, headers: { Location: 'https://www.test/' } })),
    'use --api-url https://www.test',
  ],
  [
    'no token is required',
    () => Promise.resolve(Response.json({ code: 200, message: 'Settings.', data: { email: 'a@example.org' } })),
    'Anyone who reaches this API can use it.',
  ],
  [
    'a gateway asks for a password',
    () => Promise.resolve(Response.json({ error: 'no' }, { status: 401 })),
    'Is a proxy in front of the API asking for a password?',
  ],
])('if %s, the check of the API fails and the rest is skipped', async (_name, fetch, hint, detail = '') => {
  const { code, statuses, resultOf } = await diagnose([], { server: { fetch } })
  expect(code).toBe(1)
  expect(statuses).toMatchObject({ target: 'ok', api: 'failed', session: 'skipped', extensions: 'skipped' })
  expect(resultOf('api')?.['hint']).toContain(hint)
  expect(resultOf('api')?.['detail']).toContain(detail)
})

test('calls a server that does not answer only once', async () => {
  let calls = 0
  const fetch: TestFetch = (_request, { signal }) => {
    calls += 1
    return new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const { statuses } = await diagnose(['--timeout', '0.05'], { server: { fetch } })
  expect({ api: statuses['api'], calls }).toEqual({ api: 'failed', calls: 1 })
})

test('warns of a clock that is an hour ahead', async () => {
  const later = new Date(Date.now() + 3_600_000)
  const { code, resultOf } = await diagnose([], { now: later })
  expect(code).toBe(0)
  expect(resultOf('clock')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/^36\d\d seconds ahead of/),
  })
})

test.each([
  [['--api-url', 'http://api.example.org'], 'Use https://api.example.org'],
  [['--api-url', 'nonsense'], 'Use a URL such as https://api.example.org'],
  [['--profile', 'gone'], 'Create it with rapport login --profile gone'],
])('reports %j as an invalid target', async (argv, hint) => {
  const { code, statuses, resultOf } = await diagnose(argv, { env: { RAPPORT_API_URL: '' } })
  expect(code).toBe(1)
  expect(statuses).toMatchObject({ settings: 'ok', target: 'failed', api: 'skipped', clock: 'skipped' })
  expect(resultOf('target')?.['hint']).toContain(hint)
})

test('reports damaged settings with the next step', async () => {
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'config.json'), '{', { mode: 0o600 })
  const damaged = await diagnose()
  expect(damaged.resultOf('settings')).toMatchObject({
    status: 'failed',
    hint: 'Delete it and sign in again.',
  })
})

test('warns of settings that other users can read', async () => {
  await runCli(['profile', 'set', 'x', '--api-url', API_URL], { env: { RAPPORT_CONFIG_DIR: folder } })
  const config = join(folder, 'config.json')
  expect((await diagnose()).resultOf('settings')).toMatchObject({
    status: 'ok',
    detail: `${config} (1 profile, modes 700 and 600)`,
  })
  chmodSync(config, 0o644)
  expect((await diagnose()).resultOf('settings')).toMatchObject({
    status: 'warning',
    hint: `Other users can read your sessions: chmod 600 ${config}`,
  })
})

test('names the products that the stores of the server would refuse', async () => {
  const products = (product_id: string) => [
    'products',
    'create',
    '--product-id',
    product_id,
    '--name',
    'X',
    '--price',
    '7.33',
  ]
  await runCli(products('Gold'), { server, env: { RAPPORT_CONFIG_DIR: folder, RAPPORT_TOKEN: server.token } })
  const { code, resultOf } = await diagnose()
  expect(code).toBe(0)
  expect(resultOf('products')).toMatchObject({
    status: 'warning',
    detail: 'Gold: App Store: 7.33 is not a price point. Nearest: 7.29 and 7.39.',
    hint: 'Change what the App Store would refuse.',
  })
})

test.each([
  ['newer', '1.99.0', 'warning', 'This tool does not know what contract 1.99.0 added'],
  ['older', '1.0.0', 'warning', 'The server lacks what contract'],
  ['unnamed', undefined, 'ok', ''],
])('warns of a server whose contract is %s', async (_name, contract_version, status, hint) => {
  const fetch = async (request: Request) => {
    const response = await server.fetch(request)
    if (!request.url.endsWith('/get-settings') || response.status !== 200) return response
    const body = JSON.parse(await response.text())
    return Response.json({ ...body, data: { ...body.data, contract_version } })
  }
  const { code, resultOf } = await diagnose([], { server: { fetch } })
  const result = resultOf('server')
  expect({ code, status: result?.['status'] }).toEqual({ code: 0, status })
  expect(result?.['hint'] ?? '').toContain(hint)
})
