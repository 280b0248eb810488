import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { operations } from '@rapport/core/operations.ts'
import { describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { wire, type WireAnswer, type WireRequest } from '#server/testing/wire.ts'
import { API_HEADERS, COMMON_HEADERS } from './headers.ts'
import { createServer } from './server.ts'

/** 20 ways for a page from elsewhere to introduce itself. */
const HOSTILE_ORIGINS = [
  'https://evil.example',
  'http://evil.example',
  'null',
  'https://rapport.test.evil.example',
  'https://evilrapport.test',
  'http://rapport.test',
  'https://rapport.test:8443',
  'http://localhost',
  'http://127.0.0.1',
  'http://[::1]',
  'file://',
  'data:text/html,x',
  'chrome-extension://abcdefghijklmnop',
  'https://rapport.test@evil.example',
  'https://rapport.test\\evil.example',
  'https://rapport.test%00.evil.example',
  'HTTPS://EVIL.EXAMPLE',
  '*',
  'https://*.test',
  'https://é.example'.normalize('NFC').replace('é', 'xn--9ca'),
]

/** On a connection of its own. */
async function exchange(origin: string, request: WireRequest): Promise<WireAnswer> {
  using connection = wire(origin)
  return await connection.exchange(request)
}

/** Sends bytes and answers all that comes back. */
function exchangeBytes(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** What an answer lacks that every answer must have, and what it has that none may have. */
function problemOf({ status, headers, body }: WireAnswer, method: string): object | undefined {
  const missing = Object.entries(lowerCased(COMMON_HEADERS)).filter(([name, value]) => headers[name] !== value)
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
  const odd = ['//', '/%zz', '/%00', '/%2e%2e/x', `/${'x'.repeat(9000)}`, '/api/%zz', '*']
  return {
    server,
    origin: await server.listen(),
    paths: [...new Set([...contract, ...others, ...health, ...media, ...odd])],
  }
}

describe('every answer carries the safe headers', () => {
  it('from every route, by every method that Node knows, with a token and without', async () => {
    const { server, origin, paths } = await withEverything()
    await using _ = server
    const problems: Record<string, object> = {}
    for (const path of paths) {
      for (const method of METHODS.filter((one) => one !== 'CONNECT')) {
        const token = await tokenOf(server)
        for (const headers of [{}, { Authorization: `Bearer ${token}` }]) {
          const problem = problemOf(await exchange(origin, { method, path, headers }), method)
          if (problem) problems[`${method} ${path.slice(0, 60)} ${Object.keys(headers).join('')}`] = problem
        }
      }
    }
    expect(problems).toEqual({})
  })

  it.each<[string, number, WireRequest]>([
    ['malformed JSON', 400, { method: 'POST', path: '/api/admin/login', body: '{' }],
    ['too much', 413, { method: 'POST', path: '/api/admin/login', body: `"${'x'.repeat(70_000)}"` }],
    ['an unknown expectation', 401, { method: 'GET', path: '/api/admin/users', headers: { Expect: 'miracles' } }],
    ['an upgrade', 401, { method: 'GET', path: '/api/admin/users', headers: { Upgrade: 'h2c' } }],
    ['no such method of a route', 405, { method: 'DELETE', path: '/health/live' }],
  ])('when it refuses: %s', async (_, status, sent) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const seen = await exchange(origin, {
      ...sent,
      headers: { 'Content-Type': 'application/json', ...sent.headers },
    })
    expect(seen.status).toBe(status)
    expect(problemOf(seen, sent.method)).toBeUndefined()
  })

  it.each([
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a broken chunk', 'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ])('when it is no proper request: %s', async (_, bytes) => {
    await using server = await startTestServer()
    const [head = '', body = ''] = (await exchangeBytes(await server.listen(), bytes)).split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (4\d\d) /.exec(head)?.[1])
    for (const [name, value] of Object.entries(API_HEADERS)) {
      expect(head.toLowerCase()).toContain(`\r\n${name.toLowerCase()}: ${value.toLowerCase()}`)
    }
    expect(JSON.parse(body)).toMatchObject({ code: status, data: null })
  })

  it('when nothing has changed (304), on the console and on images', async () => {
    const { server, origin, paths } = await withEverything()
    await using _ = server
    const image = paths.find((path) => path.endsWith('.png')) ?? ''
    const etag = String((await exchange(origin, { method: 'GET', path: image })).headers['etag'])
    const seen = await exchange(origin, { method: 'GET', path: image, headers: { 'If-None-Match': etag } })
    expect(seen).toMatchObject({ status: 304, body: '' })
    expect(problemOf(seen, 'GET')).toBeUndefined()
  })
})

describe('no page from elsewhere', () => {
  it.each(HOSTILE_ORIGINS)('is told that it may read an answer: %s', async (hostile) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const token = await server.signIn()
    for (const { method, path } of Object.values(operations)) {
      const asking = { Origin: hostile, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': '*' }
      for (const sent of [
        { method: 'OPTIONS', path, headers: asking },
        { method: 'GET', path, headers: { Origin: hostile, Authorization: `Bearer ${token}` } },
      ]) {
        const { headers } = await exchange(origin, sent)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(Object.values(headers)).not.toContain(hostile)
      }
    }
  })

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
    'application/ld+json',
    'application/xml',
    'application/javascript',
    'text/plain, application/json',
    'application/json, text/plain',
    'image/png',
    'x',
    '*/*',
    undefined,
  ])('can send a body that needs no leave: %s', async (type) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const token = await server.signIn()
    for (const [id, { method, path }] of Object.entries(operations)) {
      if (method === 'GET' || id.startsWith('save') || id === 'resetPassword') continue
      const { status, body } = await exchange(origin, {
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
  it('answers as GET does, without the content, for what watches over the server and for images', async () => {
    const { server, origin, paths } = await withEverything()
    await using _ = server
    const image = paths.find((path) => path.endsWith('.png')) ?? ''
    for (const path of ['/health/live', '/health/ready', image, '/', '/signin']) {
      const [got, head] = [
        await exchange(origin, { method: 'GET', path }),
        await exchange(origin, { method: 'HEAD', path }),
      ]
      expect({ path, status: head.status, body: head.body }).toEqual({ path, status: 200, body: '' })
      const comparable = ({ headers: { date: _date, 'x-request-id': _id, ...headers } }: WireAnswer) => headers
      expect(comparable(head)).toEqual(comparable(got))
    }
  })
})

describe('a method that an address does not have', () => {
  it.each([
    ['GET', '/api/admin/login', 'POST'],
    ['HEAD', '/api/admin/users', 'GET'],
    ['OPTIONS', '/api/admin/users', 'GET'],
    ['PROPFIND', '/api/admin/users', 'GET'],
    ['POST', '/api/admin/users/7', 'DELETE'],
    ['PATCH', '/api/admin/subscription-products/7', 'DELETE, PUT'],
    ['PUT', '/api/admin/subscription-products', 'GET, POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['POST', `/media/${'0'.repeat(64)}.png`, 'GET, HEAD'],
  ])('is refused with those that it has: %s %s', async (method, path, allowed) => {
    await using server = await startTestServer()
    const seen = await exchange(await server.listen(), { method, path })
    expect({ status: seen.status, allow: seen.headers['allow'] }).toEqual({ status: 405, allow: allowed })
  })
})

describe('a broken request behind another one on the same connection', () => {
  /** A server with an answer that stops half-way until it is told to go on. */
  async function withSlowAnswer(sent: 'nothing' | 'half') {
    const app = createServer({ level: 'silent' })
    const [begun, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.get('/slow', async (_, reply) => {
      reply.hijack()
      if (sent === 'half') {
        reply.raw.writeHead(200, { 'Content-Length': '10', Connection: 'close' })
        reply.raw.write('first')
      }
      begun.resolve()
      await told.promise
      if (sent === 'nothing') reply.raw.writeHead(200, { 'Content-Length': '10' }).write('first')
      reply.raw.end('other')
    })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    const read = text(socket)
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await begun.promise
    socket.write('no request\r\n\r\n')
    // The server has read it when it has answered what was sent after it.
    await fetch(`${origin}/nothing`)
    told.resolve()
    return { app, read }
  }

  it('is not answered into the answer that has begun', async () => {
    const { app, read } = await withSlowAnswer('half')
    const answer = await read
    expect(answer).toContain('first')
    expect(answer.slice(answer.indexOf('\r\n\r\n'))).not.toContain('HTTP/1.1')
    await app.close()
  })

  it('is not answered instead of the one before it', async () => {
    const { app, read } = await withSlowAnswer('nothing')
    expect((await read).match(/HTTP\/1\.1 \d+|first|other/g)).toEqual([
      'HTTP/1.1 200',
      'first',
      'other',
      'HTTP/1.1 400',
    ])
    await app.close()
  })
})

let lastToken: { server: TestServer; token: string } | undefined

/** Signing out is one of the calls: whoever it happens to signs in again. */
async function tokenOf(server: TestServer): Promise<string> {
  if (lastToken?.server === server) {
    const headers = { Authorization: `Bearer ${lastToken.token}` }
    const { status } = await server.fetch(new Request(`${server.baseUrl}/api/admin/get-settings`, { headers }))
    if (status === 200) return lastToken.token
  }
  lastToken = { server, token: await server.signIn() }
  return lastToken.token
}
