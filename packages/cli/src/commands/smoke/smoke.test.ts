import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { API_URL } from '../../../test/support/run-cli.ts'
import { watched } from '../../../test/support/servers.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

let testServer: TestServer
let server: SignedInServer

beforeAll(async () => {
  testServer = await startTestServer({ demo: 3 })
  server = { fetch: testServer.fetch, token: await testServer.signIn() }
})
afterAll(() => testServer.close())

const smoke = (target: SignedInServer, argv: readonly string[] = [], options: Parameters<typeof runAs>[2] = {}) =>
  runAs(target, ['smoke', ...argv], options)
const failedOf = (stdout: string): string[] =>
  JSON.parse(stdout).results.flatMap(({ key, status }: { key: string; status: string }) =>
    status === 'failed' ? [key] : [],
  )

test('passes a server that conforms to the contract', async () => {
  const watchedServer = watched(server)
  const { code, stdout, stderr } = await smoke(watchedServer, ['--json'])
  expect(code).toBe(0)
  expect(watchedServer.calls.filter((call) => !call.startsWith('GET '))).toEqual([])
  const { results, summary } = JSON.parse(stdout)
  expect(summary).toEqual({ total: results.length, passed: results.length, failed: 0, skipped: 0, deviations: 0 })
  for (const result of results)
    expect(result).toMatchObject({ key: expect.any(String), milliseconds: expect.any(Number) })
  const refusing = results.filter(({ key }: { key: string }) => key.endsWith('rejects a wrong token'))
  expect(refusing).toHaveLength(5)
  expect(stderr).toBe(`${results.length} passed, 0 failed\n`)
})

test('fails on a record without an id, and prints failures only with --quiet', async () => {
  const lossy = watched(server, async ({ url }, respond) => {
    const text = await (await respond()).text()
    const isList = url.endsWith('/subscription-products')
    return new Response(isList ? text.replace('"id":', '"key":') : text, {
      headers: { 'Content-Type': 'application/json' },
    })
  })
  const { code, stdout } = await smoke(lossy, ['-q'])
  expect(code).toBe(1)
  expect(stdout.split('\n').filter((line) => /passed|failed/.test(line))).toEqual([
    expect.stringMatching(/^the products +failed .*id is missing/),
  ])
})

describe.each([{ extensions: undefined }, { extensions: [] }])('extensions: $extensions', ({ extensions }) => {
  test('--write creates, edits and deletes one record of each kind', async () => {
    await using freshServer = await startTestServer({ demo: 1, ...(extensions && { extensions }) })
    const watchedServer = watched({ fetch: freshServer.fetch, token: await freshServer.signIn() })
    const lists = async () =>
      (await runAs(watchedServer, ['export', '--dir', temporaryFolder(), '--json'])).stdout.length
    const listsBefore = await lists()
    const { code, stdout } = await smoke(watchedServer, ['--write', '--json'])
    expect({ code, failed: failedOf(stdout) }).toEqual({ code: 0, failed: [] })
    for (const operation of [
      'createProduct',
      'updateProduct',
      'deleteProduct',
      'saveCategory',
      'deleteCategory',
      'savePosition',
      'deletePosition',
    ]) {
      expect(JSON.parse(stdout).results).toContainEqual(expect.objectContaining({ operation, status: 'passed' }))
    }
    expect(await lists()).toBe(listsBefore)
  })
})

/** Changes the body of JSON responses. */
async function withChangedBody(
  respond: () => Promise<Response>,
  change: (body: { data: never }) => object,
): Promise<Response> {
  const response = await respond()
  return Response.json(change(JSON.parse(await response.text())), { status: response.status })
}
const isCall = (request: Request, call: string) => `${request.method} ${new URL(request.url).pathname}` === call

test.each([
  [
    'a text in place of a list',
    'GET /api/admin/subcategories',
    (body: object) => ({ ...body, data: 'none' }),
    'the positions',
  ],
  [
    'a failure code',
    'GET /api/admin/subscription-products',
    (body: object) => ({ ...body, code: 500 }),
    'the products',
  ],
])('finds %s', async (_name, call, change, key) => {
  const broken = watched(server, (request, respond) => {
    const isOurs = request.headers.get('Authorization') === `Bearer ${server.token}`
    return isCall(request, call) && isOurs ? withChangedBody(respond, change) : respond()
  })
  const { code, stdout, stderr } = await smoke(broken, ['--json'])
  expect(code).toBe(1)
  expect(failedOf(stdout).every((failed) => failed.startsWith(key))).toBe(true)
  expect(failedOf(stdout)).toContain(key)
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'smoke_failed' })
})

test('finds a server that accepts every token, and writes nothing to it', async () => {
  const open = watched(server, (request) => {
    if (request.method !== 'GET') return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { id: 1 } }))
    const headers = new Headers(request.headers)
    headers.set('Authorization', `Bearer ${server.token}`)
    return server.fetch(new Request(request, { headers }))
  })
  const { code, stdout } = await smoke(open, ['--json'], { env: { RAPPORT_TOKEN: 'x' } })
  expect(code).toBe(1)
  expect(failedOf(stdout)).toEqual([
    'getSettings rejects a wrong token',
    'listCategories rejects a wrong token',
    'listPositions rejects a wrong token',
    'listProducts rejects a wrong token',
    'listUsers rejects a wrong token',
    'getSettings rejects a missing token',
  ])
  expect(open.calls.filter((call) => !call.startsWith('GET '))).toEqual([])
})

test('deletes the records of a failed or interrupted run', async () => {
  const names = async () =>
    JSON.stringify(
      (await runAs(server, ['export', '--dir', temporaryFolder(), '--json'])).stdout.match(/rapport-smoke/g),
    )
  const lossy = watched(server, async (request, respond) => {
    const response = await respond()
    const isMade =
      request.method === 'POST' && response.ok && request.headers.get('Authorization') === `Bearer ${server.token}`
    if (isMade) throw new TypeError('terminated')
    return response
  })
  const lost = await smoke(lossy, ['--write', '--json'])
  expect(lost.code).toBe(1)
  expect(failedOf(lost.stdout)).toEqual(['create a product', 'create a category'])
  expect(JSON.parse(lost.stdout).summary.skipped).toBeGreaterThan(0)
  expect(await names()).toBe('null')

  const stop = new AbortController()
  const stopping = watched(server, async (request, respond) => {
    const response = await respond()
    if (isCall(request, 'POST /api/admin/subcategory') && response.ok) stop.abort()
    return response
  })
  const interrupted = await smoke(stopping, ['--write', '--json'], { signal: stop.signal })
  expect(interrupted.code).toBe(130)
  expect(JSON.parse(interrupted.stdout).results.at(-1)).toMatchObject({
    key: 'nothing is left behind',
    status: 'passed',
  })
  expect(await names()).toBe('null')
})

test('names records that it cannot delete', async () => {
  const refusingDeletes = watched(server, (request, respond) => {
    const isDelete = request.method === 'DELETE' && request.headers.get('Authorization') === `Bearer ${server.token}`
    return isDelete ? Promise.resolve(Response.json({ code: 500, message: 'No.' }, { status: 500 })) : respond()
  })
  const { code, stdout } = await smoke(refusingDeletes, ['--write', '--json'])
  expect(code).toBe(1)
  const lastResult = JSON.parse(stdout).results.at(-1)
  expect(lastResult).toMatchObject({ key: 'nothing is left behind', status: 'failed', error: { code: 'left_behind' } })
  expect(lastResult.error.message).toMatch(/rapport-smoke-[0-9a-f]{12}: possibly a position/)
})

test('--junit writes one test case per check and escapes what a server says', async () => {
  const file = join(temporaryFolder(), 'out', 'smoke.xml')
  const rude = watched(server, (request, respond) => {
    if (!isCall(request, 'GET /api/admin/categories')) return respond()
    return Promise.resolve(Response.json({ code: 500, message: '<b>"&\u0000\u001B[2J\uD800' }, { status: 500 }))
  })
  const { code, stdout } = await smoke(rude, ['--junit', file, '--json'])
  expect(code).toBe(1)
  const xml = readFileSync(file, 'utf8')
  const { summary } = JSON.parse(stdout)
  expect(xml).toContain(
    `<testsuite name="rapport smoke ${API_URL}" errors="0" tests="${summary.total}" failures="${summary.failed}"`,
  )
  expect(xml.match(/<testcase /g)).toHaveLength(summary.total)
  expect(xml).toContain('message="&lt;b&gt;&quot;&amp;\\u0000\\u001b[2J\uFFFD"')
})

test('checks nothing if --junit cannot be written', async () => {
  const watchedServer = watched(server)
  const folder = temporaryFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await smoke(watchedServer, ['--write', '--junit', folder])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `error: ${folder} is a folder.\n       Specify a file. It is created if it does not exist.\n`,
  })
  expect(await smoke(watchedServer, ['--write', '--junit', join(file, 'smoke.xml')])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `error: ${join(file, 'smoke.xml')} cannot be written: part of the path is not a folder.\n`,
  })
  expect(watchedServer.calls).toEqual([])
  expect(readdirSync(folder)).toEqual(['file'])
})

test('without a session or a connection only the first check is made', async () => {
  const refused = await smoke(server, ['--json'], { env: { RAPPORT_TOKEN: 'x' } })
  expect(refused.code).toBe(4)
  expect(JSON.parse(refused.stdout).summary).toEqual({ total: 1, passed: 0, failed: 1, skipped: 0, deviations: 0 })
  const unreachable = watched(server, () => Promise.reject(new TypeError('fetch failed')))
  expect(await smoke(unreachable, ['--json'])).toMatchObject({ code: 7 })
  expect(await smoke(server, ['--json'], { env: { RAPPORT_TOKEN: '' } })).toMatchObject({ code: 4, stdout: '' })
})
