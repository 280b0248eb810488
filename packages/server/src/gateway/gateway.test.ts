import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { API_HEADERS, COMMON_HEADERS } from '#server/http/headers.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng, sampleSvg } from '#server/testing/images/sample-images.ts'
import { SELF_SIGNED } from '#server/testing/network/self-signed.ts'
import { startTestServer } from '#server/testing/start.ts'
import { buildGateway } from './gateway-app.ts'

type Options = Partial<Parameters<typeof buildGateway>[0]>

interface Envelope {
  code: number
  data: { token: string; id: number; category_image: string }
}

const codeOf = async (response: Response) => ((await response.json()) as Envelope).code

const SHORT = { connectMs: 300, responseMs: 300, uploadMs: 300, totalMs: 5000 }
const USERS = '/api/admin/users'
const USERS_BODY = JSON.stringify({ code: 200, message: 'The users.', data: { users: [] } })

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function gatewayTo(upstream: string, options: Options = {}): Promise<string> {
  const app = await buildGateway({
    upstream,
    log: { level: 'silent' },
    consoleDir: undefined,
    trustedProxies: [],
    isHttps: false,
    imageOrigins: [],
    maxResponseMib: 256,
    ...options,
  })
  closers.push(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Starts an upstream API that responds with this listener, and records its requests. */
async function upstreamThat(listener: RequestListener, server: Server = createServer()) {
  const requests: IncomingMessage[] = []
  server.on('request', (request, response) => {
    requests.push(request)
    listener(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, requests }
}

const responding = (status: number, headers: Record<string, string | string[]>, body = ''): RequestListener => {
  return (_, response) => response.writeHead(status, headers).end(body)
}

const asJson = { 'Content-Type': 'application/json' }

/** Sends a request through a gateway to an upstream with this listener. */
async function askThrough(listener: RequestListener, { path = USERS, ...options }: Options & { path?: string } = {}) {
  const { origin } = await upstreamThat(listener)
  return fetch((await gatewayTo(origin, options)) + path, { redirect: 'manual' })
}

describe('a response larger than the limit', () => {
  const chunk = Buffer.alloc(64 * 1024, '[')

  it('is refused with words if its length says so', async () => {
    const headers = { ...asJson, 'Content-Length': String(1024 * 1024 + 1) }
    const response = await askThrough((_, upstream) => void upstream.writeHead(200, headers).write(chunk), {
      maxResponseMib: 1,
    })
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ message: 'The upstream server sent more than 1 MiB.' })
  })

  it.each([
    ['JSON', USERS, asJson],
    ['an image', '/media/a.png', { 'Content-Type': 'image/png' }],
  ])('breaks the connection if it does not end: %s', async (_, path, headers) => {
    let sent = 0
    const ended = Promise.withResolvers<void>()
    const endless: RequestListener = (_request, upstream) => {
      upstream.writeHead(200, headers).once('close', ended.resolve)
      const send = () => {
        for (let isRoom = true; isRoom && !upstream.destroyed; sent += chunk.length) isRoom = upstream.write(chunk)
      }
      upstream.on('drain', send)
      send()
    }
    const response = await askThrough(endless, { maxResponseMib: 1, path })
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    await ended.promise
    expect(sent).toBeLessThan(32 * 1024 * 1024)
  })

  it('is passed on up to the limit', async () => {
    const body = JSON.stringify({ code: 200, message: 'x'.repeat(1024 * 1024 - 27) })
    const response = await askThrough((_, upstream) => upstream.writeHead(200, asJson).end(body), { maxResponseMib: 1 })
    expect((await response.text()).length).toBe(body.length)
  })
})

describe('in front of a server of the contract', () => {
  it('signs in, lists, uploads, shows and signs out as if it were that server', async () => {
    await using server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
    const origin = await gatewayTo(await server.listen(), { trustedProxies: ['127.0.0.1'] })
    const call = async (method: string, path: string, body?: string | FormData, headers = {}) => {
      const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) })
      return { status: response.status, body: (await response.json()) as Envelope }
    }
    const credentials = JSON.stringify({ email: server.admin.email, password: server.admin.password })
    const from = { 'X-Forwarded-For': '203.0.113.9' }
    const login = await call('POST', '/api/admin/login', credentials, { ...asJson, ...from })
    const bearer = { Authorization: `Bearer ${login.body.data.token}` }
    expect(await call('GET', `${USERS}?page=1&search=Ada`, undefined, bearer)).toMatchObject({
      status: 200,
      body: { data: { users: [{ first_name: 'Ada' }], total: 1 } },
    })
    const form = formOf({ category_name: 'New', category_image: samplePng() })
    const saved = await call('POST', '/api/admin/category', form, bearer)
    expect(saved).toMatchObject({ status: 200, body: { data: { category_name: 'New' } } })

    const image = await fetch(origin + saved.body.data.category_image)
    expect(image.headers.get('Content-Type')).toBe('image/png')
    const etag = image.headers.get('ETag') ?? ''
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100)
    const revalidated = await fetch(origin + saved.body.data.category_image, { headers: { 'If-None-Match': etag } })
    expect(revalidated.status).toBe(304)

    expect(
      await call('DELETE', `/api/admin/category/${saved.body.data.id}`, undefined, { ...bearer, ...asJson }),
    ).toMatchObject({ status: 200 })
    const logout = await fetch(`${origin}/api/admin/logout`, { method: 'POST', headers: bearer })
    expect([logout.status, logout.headers.get('Clear-Site-Data')]).toEqual([200, '"cache"'])
    expect((await call('GET', USERS, undefined, bearer)).status).toBe(401)
    const [signIn] = await server.database.db.selectFrom('audit_events').select(['event', 'ip']).execute()
    expect(signIn).toEqual({ event: 'sign_in.succeeded', ip: '203.0.113.9' })
  })

  it('is ready only while the upstream server responds', async () => {
    const server = await startTestServer()
    const origin = await gatewayTo(await server.listen())
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
    await server.close()
    const readiness = await fetch(`${origin}/health/ready`)
    expect([readiness.status, readiness.headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)
  })
})

describe('a request to the API', () => {
  it('carries allowed headers and ours, without forged or hop-by-hop headers', async () => {
    const { origin, requests } = await upstreamThat(responding(200, asJson, USERS_BODY))
    const gateway = new URL(await gatewayTo(origin))
    const socket = connect(Number(gateway.port), gateway.hostname)
    socket.write(
      [
        `GET ${USERS}?page=1 HTTP/1.1`,
        'Host: console.example.com',
        'Authorization: Bearer token',
        'Connection: close, Authorization, X-Drop',
        'X-Drop: 1',
        'Cookie: session=1',
        'Keep-Alive: timeout=9',
        'TE: trailers',
        'Proxy-Authorization: Basic eA==',
        'X-Forwarded-For: 198.51.100.7',
        'X-Forwarded-Proto: https',
        'X-Forwarded-Host: evil.example',
        'Forwarded: for=198.51.100.7',
        'X-Real-IP: 198.51.100.7',
        'X-Request-Id: mine',
        '',
        '',
      ].join('\r\n'),
    )
    await text(socket)
    const { method, url, headers } = requests[0] ?? {}
    expect([method, url]).toEqual(['GET', `${USERS}?page=1`])
    expect(headers).toEqual({
      host: new URL(origin).host,
      authorization: 'Bearer token',
      connection: 'keep-alive',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  it('is passed on only for paths of the contract', async () => {
    const { origin, requests } = await upstreamThat(responding(200, asJson, USERS_BODY))
    const gateway = await gatewayTo(origin)
    const raw = async (path: string, method = 'GET') => {
      const { hostname, port } = new URL(gateway)
      const request = httpRequest({ hostname, port, path, method, headers: { accept: 'application/json' } }).end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return [response.statusCode, JSON.parse(await text(response)).code]
    }
    const notFound = [404, 404]
    expect(await raw('/api/admin/internal')).toEqual(notFound)
    expect(await raw('/api/other/users')).toEqual(notFound)
    expect(await raw(`${USERS}/`)).toEqual([405, 405])
    expect(await raw('/API/admin/users')).toEqual(notFound)
    expect(await raw('//api/admin/users')).toEqual(notFound)
    expect(await raw(USERS, 'PATCH')).toEqual([405, 405])
    expect(await raw(`${USERS}/..`, 'DELETE')).toEqual([400, 400])
    expect(await raw(`${USERS}/%2e%2e%2fcategories`, 'DELETE')).toEqual([400, 400])
    for (const id of ['%2E', '%2e%2e', '.%2E']) {
      expect(await raw(`${USERS}/${id}`, 'DELETE')).toEqual([400, 400])
      expect(await raw(`/api/admin/category/${id}`, 'DELETE')).toEqual([400, 400])
    }
    expect(await raw('/media/../api/admin/users')).toEqual(notFound)
    expect(await raw('/media/%2e%2e/api/admin/users')).toEqual(notFound)
    expect(await raw(String.raw`/media/..\api\admin\users`)).toEqual(notFound)
    expect(await raw('/media/%5c..%5capi')).toEqual(notFound)
    expect(requests).toEqual([])
    expect(await raw(`${USERS}/a%2Fb%3Fc`, 'DELETE')).toEqual([200, 200])
    expect(requests.map(({ url }) => url)).toEqual([`${USERS}/a%2Fb%3Fc`])
    expect(await raw(`http://evil.example${USERS}`)).toEqual([200, 200])
    expect(await raw('http://evil.example/api/admin/internal')).toEqual(notFound)
    expect(requests.slice(1).map(({ url, headers }) => [url, headers.host])).toEqual([[USERS, new URL(origin).host]])
  })

  it('is refused if it is too large or has another content type than the contract', async () => {
    const { origin } = await upstreamThat((request, response) => {
      request.resume().once('end', () => responding(200, asJson, USERS_BODY)(request, response))
    })
    const gateway = await gatewayTo(origin)
    const post = async (path: string, body: NonNullable<RequestInit['body']>, type?: string) => {
      const headers = { Authorization: 'Bearer x', ...(type !== undefined && { 'Content-Type': type }) }
      const init = { method: 'POST', headers, body, ...(body instanceof ReadableStream && { duplex: 'half' as const }) }
      const response = await fetch(gateway + path, init)
      return [response.status, await codeOf(response)]
    }
    const chunked = (bytes: number) => new Blob([new Uint8Array(bytes)]).stream()
    const login = '/api/admin/login'
    expect(await post(login, 'x'.repeat(64 * 1024), 'application/json')).toEqual([200, 200])
    expect(await post(login, 'x'.repeat(64 * 1024 + 1), 'application/json')).toEqual([413, 413])
    expect(await post(login, chunked(64 * 1024 + 1), 'application/json')).toEqual([413, 413])
    expect(await post(login, 'x', 'text/plain')).toEqual([415, 415])
    expect(await post(login, formOf({ a: 'b' }))).toEqual([415, 415])
    expect(await post('/api/admin/category', '{}', 'application/json')).toEqual([415, 415])
    const MIB = 1024 * 1024
    const form = 'multipart/form-data; boundary=x'
    expect(await post('/api/admin/category', chunked(6 * MIB), form)).toEqual([200, 200])
    expect(await post('/api/admin/category', chunked(6 * MIB + 1), form)).toEqual([413, 413])
    expect(await post('/api/admin/category', new Uint8Array(6 * MIB + 1), form)).toEqual([413, 413])
  })

  it('is not retried after a failure or a 503', async () => {
    const { origin, requests } = await upstreamThat(responding(503, { ...asJson, 'Retry-After': '7' }, '{"code":503}'))
    const response = await fetch((await gatewayTo(origin)) + USERS)
    expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
      503,
      '7',
      { code: 503 },
    ])
    const broken = await upstreamThat((request) => request.socket.destroy())
    expect((await fetch((await gatewayTo(broken.origin)) + USERS)).status).toBe(502)
    expect([requests.length, broken.requests.length]).toEqual([1, 1])
  })
})

describe('a response of the API', () => {
  it('gets our headers in place of those for its own pages', async () => {
    const upstreamHeaders = {
      ...asJson,
      'Set-Cookie': ['a=1', 'b=2'],
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Credentials': 'true',
      'Content-Security-Policy': "default-src *; script-src 'unsafe-inline'",
      'Strict-Transport-Security': 'max-age=0',
      'X-Frame-Options': 'ALLOWALL',
      'Cache-Control': 'public, max-age=9999',
      'Clear-Site-Data': '"*"',
      'Service-Worker-Allowed': '/',
      Link: '<https://evil.example>; rel=preload',
      Refresh: '0; url=https://evil.example',
      Server: 'Apache/1.3',
      'X-Request-Id': 'theirs',
      'WWW-Authenticate': 'Basic realm="x"',
    }
    const body = '{"code":401,"message":"No.","data":null}'
    const response = await askThrough(responding(401, upstreamHeaders, body), { isHttps: true })
    expect(await response.json()).toEqual({ code: 401, message: 'No.', data: null })
    const lower = (headers: object) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    expect(Object.fromEntries(response.headers)).toEqual({
      ...lower(API_HEADERS),
      'strict-transport-security': 'max-age=63072000',
      'content-type': 'application/json',
      'www-authenticate': 'Bearer',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      connection: 'keep-alive',
      date: expect.any(String),
      'keep-alive': expect.any(String),
      'transfer-encoding': 'chunked',
    })
  })

  it.each<[number, Record<string, string>, number]>([
    [200, { 'Content-Type': 'text/html' }, 502],
    [200, {}, 502],
    [500, { 'Content-Type': 'text/html' }, 502],
    [401, { 'Content-Type': 'text/html' }, 401],
    [413, { 'Content-Type': 'text/html' }, 413],
  ])('becomes an error in the envelope if the contract does not allow it: %i %j', async (status, headers, code) => {
    const response = await askThrough(responding(status, headers, '<h1>Oops</h1>'))
    expect([response.status, await response.json()]).toMatchObject([
      code,
      { code, data: null, request_id: response.headers.get('X-Request-Id') },
    ])
  })

  it('becomes an error if it is a redirect, which is not followed', async () => {
    const otherHost = await upstreamThat(responding(200, asJson, USERS_BODY))
    for (const status of [301, 302, 303, 307, 308]) {
      const response = await askThrough(responding(status, { ...asJson, Location: otherHost.origin }, USERS_BODY))
      expect([response.status, response.headers.get('Location')]).toEqual([502, null])
    }
    expect(otherHost.requests).toEqual([])
  })

  it('keeps its length and its encoding', async () => {
    const { origin } = await upstreamThat(
      responding(200, { ...asJson, 'Content-Encoding': 'gzip', 'Content-Length': '3' }, 'abc'),
    )
    const { hostname, port } = new URL(await gatewayTo(origin))
    const [response] = (await once(httpRequest({ hostname, port, path: USERS }).end(), 'response')) as [IncomingMessage]
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': '3' })
    expect(String(await buffer(response))).toBe('abc')
  })
})

describe('an API that cannot be used', () => {
  const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

  it.each(['http://127.0.0.1:1', 'http://localhost:1', 'http://nowhere.invalid'])(
    'causes a 502 in the envelope, as readiness says, if it cannot be reached: %s',
    async (upstream) => {
      const gateway = await gatewayTo(upstream)
      const response = await fetch(gateway + USERS)
      expect([response.status, response.headers.get('Retry-After')]).toEqual([502, '5'])
      expect(await response.json()).toEqual({
        code: 502,
        message: 'The upstream API cannot be reached.',
        data: null,
        request_id: response.headers.get('X-Request-Id'),
      })
      expect(await messageOf(await fetch(`${gateway}/health/ready`))).toBe('The upstream API cannot be reached.')
    },
  )

  it('causes a 502 that says so if it closes the connection or does not speak HTTP', async () => {
    for (const answer of ['', 'SSH-2.0-x\r\n']) {
      const response = await askThrough(({ socket }) => socket.end(answer))
      expect([response.status, await messageOf(response)]).toEqual([
        502,
        'The upstream server sent an invalid response.',
      ])
    }
  })

  it('causes a 504 in the envelope if it is silent', async () => {
    const response = await askThrough(() => undefined, { timeouts: SHORT })
    expect([response.status, await codeOf(response)]).toEqual([504, 504])
  })

  it('causes a 502 if its certificate is not valid', async () => {
    const { port, requests } = await upstreamThat(responding(200, asJson, USERS_BODY), createTlsServer(SELF_SIGNED))
    expect((await fetch((await gatewayTo(`https://127.0.0.1:${port}`)) + USERS)).status).toBe(502)
    const valueBefore = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    onTestFinished(() => {
      if (valueBefore === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = valueBefore
    })
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    expect((await fetch((await gatewayTo(`https://127.0.0.1:${port}`)) + USERS)).status).toBe(502)
    expect(requests).toEqual([])
  })
})

describe('images', () => {
  const svg = { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': 'default-src *', 'Set-Cookie': 'a=1' }

  it('are sandboxed, and SVGs sent as downloads', async () => {
    const bytes = await sampleSvg().text()
    const headers = { ...svg, 'Cache-Control': 'max-age=60', Vary: 'Accept', ETag: '"1"' }
    const response = await askThrough(responding(200, headers, bytes), { path: '/media/a/b.svg' })
    expect(await response.text()).toBe(bytes)
    const { 'Cache-Control': _, 'Content-Security-Policy': __, ...common } = { ...API_HEADERS, ...COMMON_HEADERS }
    for (const [name, value] of Object.entries(common)) expect(response.headers.get(name)).toBe(value)
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(response.headers.get('Content-Disposition')).toBe('attachment')
    expect(response.headers.get('Cache-Control')).toBe('max-age=60')
    expect(response.headers.get('ETag')).toBe('"1"')
    expect(response.headers.get('Vary')).toBe('Accept')
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  it.each([
    ['image/svg+xml; charset=utf-8', 'attachment'],
    ['Image/SVG+XML ;charset=utf-8', 'attachment'],
    ['image/png; q=1', 'inline'],
  ])('keep parameters of their media type: %s', async (type, disposition) => {
    const response = await askThrough(responding(200, { 'Content-Type': type }, 'bytes'), { path: '/media/a/b' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Content-Disposition')).toBe(disposition)
    await response.arrayBuffer()
  })

  it.each([
    ['with two types, of which browsers take the last', 200, 'image/png; q=1, image/svg+xml', 502],
    ['when the API sends something else', 200, 'text/html', 502],
    ['where they are missing', 404, 'text/html', 404],
  ])('are refused %s', async (_, status, type, code) => {
    const listener = responding(status, { 'Content-Type': type }, '<script>alert(1)</script>')
    const response = await askThrough(listener, { path: '/media/a.png' })
    expect([response.status, await codeOf(response)]).toEqual([code, code])
  })

  it('may load from the origin of the API and from those in the settings', async () => {
    const gateway = await gatewayTo('https://api.example.com', {
      imageOrigins: ['https://cdn.example.com'],
      isHttps: true,
    })
    const policy = (await fetch(`${gateway}/signin`)).headers.get('Content-Security-Policy')
    expect(policy).toContain("img-src 'self' blob: https://api.example.com https://cdn.example.com;")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain('upgrade-insecure-requests')
  })
})
