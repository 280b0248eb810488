import { operations } from '@rapport/core/api/operations.ts'
import { describe, expect, it } from 'vitest'
import { rawHttpClient, type RawResponse, type RawRequest } from '#server/testing/network/raw-http-client.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

async function send(origin: string, request: RawRequest): Promise<RawResponse> {
  using client = rawHttpClient(origin)
  return await client.send(request)
}

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** Returns the headers that are missing or must not be there; undefined if the response is right. */
function problemOf({ status, headers, body }: RawResponse, method: string): object | undefined {
  const missing = Object.entries(SAFE_HEADERS).filter(([name, value]) => headers[name] !== value)
  const policy = String(headers['content-security-policy'])
  const isFailure = status >= 400
  if (
    missing.length === 0 &&
    policy.includes("default-src 'none'") &&
    /^[\da-f-]{36}$/.test(String(headers['x-request-id'])) &&
    headers['cache-control'] !== undefined &&
    !Object.keys(headers).some((name) => name.startsWith('access-control-')) &&
    headers['x-powered-by'] === undefined &&
    headers['server'] === undefined &&
    (!isFailure || headers['cache-control'] === 'no-store') &&
    (method === 'HEAD' ? body === '' : !isFailure || hasEnvelope(body, status))
  ) {
    return undefined
  }
  return { status, missing, headers, body: body.slice(0, 200) }
}

function hasEnvelope(body: string, status: number): boolean {
  const { code, message, data } = JSON.parse(body) as { code: number; message: string; data: null }
  return code === status && message.endsWith('.') && data === null
}

async function withEverything(): Promise<{ server: TestServer; origin: string; paths: string[] }> {
  const server = await startTestServer({ demo: 1 })
  const { sha256 } = await server.database.db
    .selectFrom('images')
    .select('sha256')
    .where('media_type', '=', 'image/png')
    .executeTakeFirstOrThrow()
  const contract = Object.values(operations).map(({ path }) => path.replace('{id}', '99999'))
  const others = ['/', '/signin', '/nothing.js', '/assets/x', '/api', '/api/x', '/api/admin/users/', '/favicon.ico']
  const health = ['/health', '/health/live', '/health/ready']
  const media = [`/media/${sha256}.png`, `/media/${sha256}.preview.png`, '/media/x', '/media']
  const oddPaths = ['//', '/%zz', '/%00', '/%2e%2e/x', `/${'x'.repeat(9000)}`, '/api/%zz', '*']
  return {
    server,
    origin: await server.listen(),
    paths: [...new Set([...contract, ...others, ...health, ...media, ...oddPaths])],
  }
}

const SENT = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

describe('every response carries the safe headers', () => {
  it('from every route, for common and unknown methods, with and without a token', async () => {
    const { server, origin, paths } = await withEverything()
    await using _ = server
    const problems: Record<string, object> = {}
    for (const path of paths) {
      for (const method of SENT) {
        const token = await tokenOf(server)
        for (const headers of [{}, { Authorization: `Bearer ${token}` }]) {
          const problem = problemOf(await send(origin, { method, path, headers }), method)
          if (problem) problems[`${method} ${path.slice(0, 60)} ${Object.keys(headers).join('')}`] = problem
        }
      }
    }
    expect(problems).toEqual({})
  })

  it.each<[string, number, RawRequest]>([
    ['no such address', 404, { method: 'GET', path: '/api/admin/nothing' }],
    ['no percent-encoding', 400, { method: 'GET', path: '/api/%zz' }],
    ['an upgrade', 401, { method: 'GET', path: '/api/admin/users', headers: { Upgrade: 'h2c' } }],
    ['no such method of a route', 405, { method: 'DELETE', path: '/health/live' }],
  ])('when it refuses: %s', async (_, status, rawRequest) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const response = await send(origin, rawRequest)
    expect(response.status).toBe(status)
    expect(problemOf(response, rawRequest.method)).toBeUndefined()
  })

  it('when nothing has changed (304), on the console and on images', async () => {
    const { server, origin, paths } = await withEverything()
    await using _ = server
    const image = paths.find((path) => path.endsWith('.png')) ?? ''
    const etag = String((await send(origin, { method: 'GET', path: image })).headers['etag'])
    const response = await send(origin, { method: 'GET', path: image, headers: { 'If-None-Match': etag } })
    expect(response).toMatchObject({ status: 304, body: '' })
    expect(problemOf(response, 'GET')).toBeUndefined()
  })
})

describe('a page of another origin', () => {
  it.each(['https://evil.example', 'null'])('cannot read a response: %s', async (hostile) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const token = await server.signIn()
    for (const { method, path } of Object.values(operations)) {
      const asking = { Origin: hostile, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': '*' }
      for (const rawRequest of [
        { method: 'OPTIONS', path, headers: asking },
        { method: 'GET', path, headers: { Origin: hostile, Authorization: `Bearer ${token}` } },
      ]) {
        const { headers } = await send(origin, rawRequest)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(Object.values(headers)).not.toContain(hostile)
      }
    }
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    undefined,
  ])('cannot send a body without preflight: %s', async (type) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const token = await server.signIn()
    for (const [id, { method, path }] of Object.entries(operations)) {
      if (method === 'GET' || id.startsWith('save') || id === 'resetPassword') continue
      const { status, body } = await send(origin, {
        method,
        path: path.replace('{id}', '99999'),
        headers: { Authorization: `Bearer ${token}`, ...(type && { 'Content-Type': type }) },
        body: JSON.stringify({ email: server.admin.email, password: server.admin.password }),
      })
      expect({ id, status, body }).toMatchObject({ id, status: 415 })
    }
  })
})

describe('HEAD', () => {
  it('responds like GET without content, for health checks and images', async () => {
    const { server, origin, paths } = await withEverything()
    await using _ = server
    const image = paths.find((path) => path.endsWith('.png')) ?? ''
    for (const path of ['/health/live', '/health/ready', image, '/', '/signin']) {
      const [getResponse, headResponse] = [
        await send(origin, { method: 'GET', path }),
        await send(origin, { method: 'HEAD', path }),
      ]
      expect({ path, status: headResponse.status, body: headResponse.body }).toEqual({ path, status: 200, body: '' })
      const comparable = ({ headers: { date: _date, 'x-request-id': _id, ...headers } }: RawResponse) => headers
      expect(comparable(headResponse)).toEqual(comparable(getResponse))
    }
  })
})

describe('a method that a path does not have', () => {
  it.each([
    ['GET', '/api/admin/login', 'POST'],
    ['PROPFIND', '/api/admin/users', 'GET'],
    ['POST', '/api/admin/users/7', 'DELETE'],
    ['PATCH', '/api/admin/subscription-products/7', 'DELETE, PUT'],
    ['POST', `/media/${'0'.repeat(64)}.png`, 'GET, HEAD'],
  ])('is refused with the allowed ones: %s %s', async (method, path, allowed) => {
    await using server = await startTestServer()
    const response = await send(await server.listen(), { method, path })
    expect({ status: response.status, allow: response.headers['allow'] }).toEqual({ status: 405, allow: allowed })
  })
})

let lastToken: { server: TestServer; token: string } | undefined

/** Signs in again if the last operation was a logout. */
async function tokenOf(server: TestServer): Promise<string> {
  if (lastToken?.server === server) {
    const headers = { Authorization: `Bearer ${lastToken.token}` }
    const { status } = await server.fetch(new Request(`${server.baseUrl}/api/admin/get-settings`, { headers }))
    if (status === 200) return lastToken.token
  }
  lastToken = { server, token: await server.signIn() }
  return lastToken.token
}
