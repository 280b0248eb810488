import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { openSocket } from '#server/testing/network/raw-socket.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { createServer } from './server.ts'

const LOGIN = '/api/admin/login'

const post = (server: TestServer, body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') =>
  server.fetch(new Request(server.baseUrl + LOGIN, { method: 'POST', body, headers: { 'Content-Type': contentType } }))

describe('a request outside the contract', () => {
  it.each([
    ['malformed JSON', '{"email":', 'application/json', 400],
    ['no JSON at all', '', 'application/json', 400],
    ['a list instead of an object', '[]', 'application/json', 400],
    ['a prototype', '{"__proto__":{"role":"admin"},"email":"a@b","password":"x"}', 'application/json', 400],
    ['NUL', String.raw`{"email":"a@b","password":"\u0000"}`, 'application/json', 400],
    ['half a surrogate pair', String.raw`{"email":"a@b","password":"\ud800"}`, 'application/json', 400],
    [
      'bytes that are no UTF-8',
      new Uint8Array(Buffer.from('{"email":"a\xff@b","password":"x"}', 'latin1')),
      'application/json',
      400,
    ],
    ['deep nesting', `{"email":${'['.repeat(40)}${']'.repeat(40)},"password":"x"}`, 'application/json', 400],
    ['too much', `{"email":"a@b","password":"${'x'.repeat(66_000)}"}`, 'application/json', 413],
    ['plain text', '{"email":"a@b","password":"x"}', 'text/plain', 415],
    ['a form', 'email=a%40b&password=x', 'application/x-www-form-urlencoded', 415],
  ])('is answered in the envelope: %s', async (_, body, contentType, status) => {
    await using server = await startTestServer()
    const response = await post(server, body, contentType)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      code: status,
      message: expect.stringMatching(/\.$/),
      data: null,
      request_id: response.headers.get('X-Request-Id'),
    })
  })

  it.each([
    ['64 KiB', `"${'x'.repeat(64 * 1024 - 2)}"`, 400, /^The request is not valid/],
    ['a byte more', `"${'x'.repeat(64 * 1024 - 1)}"`, 413, /^The request is too large/],
    ['a depth of 32', '['.repeat(32) + ']'.repeat(32), 400, /^The request is not valid/],
    ['a depth of 33', '['.repeat(33) + ']'.repeat(33), 400, /^The request is nested too deeply/],
  ])('is told from one within the limits of size and depth: %s', async (_, body, status, message) => {
    await using server = await startTestServer()
    const response = await post(server, body)
    expect(await response.json()).toMatchObject({ code: status, message: expect.stringMatching(message) })
  })

  it.each(['?search=%ed%a0%80', '?status=%ff', '?search=100%'])('is refused without a search: %s', async (query) => {
    await using server = await startTestServer()
    const response = await (await asAdmin(server))('GET', `/api/admin/users${query}`)
    expect(response).toMatchObject({ status: 400, body: { message: 'The address is not percent-encoded as UTF-8.' } })
  })
})

describe('a fault of the server', () => {
  it.each([
    ['a bug', new Error('the cause'), 500],
    ['a text of ours that is no JSON', new SyntaxError('the cause'), 500],
    ['a full disk', Object.assign(new Error('the cause'), { code: 'SQLITE_FULL' }), 507],
    ['a host that none of its addresses reaches', new AggregateError([new Error('the cause')]), 500],
    ['a full disk of PostgreSQL', Object.assign(new Error('the cause'), { code: '53100' }), 507],
    [
      'a database that is away',
      Object.assign(new Error('the cause'), { code: 'ECONNREFUSED', syscall: 'connect' }),
      503,
    ],
  ])('is answered without its cause, which is logged once: %s', async (_, fault, status) => {
    const lines: string[] = []
    const app = createServer({ level: 'info', stream: { write: (line) => lines.push(line) } })
    app.get('/boom', () => {
      throw fault
    })
    const response = await app.inject('/boom')
    expect(response.statusCode).toBe(status)
    expect(response.body).not.toContain('cause')
    expect(response.json()).toMatchObject({ code: status, request_id: response.headers['x-request-id'] })
    const causes = lines.filter((line) => line.includes('the cause'))
    expect(causes).toHaveLength(1)
    expect(JSON.parse(causes[0] ?? '')).toMatchObject({ request_id: response.headers['x-request-id'] })
    expect(response.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
  })
})

describe('large responses', () => {
  it('are refused to an IP block that does not read its own, and to all when they fill the memory', async () => {
    const app = createServer({ level: 'silent' }, { trustedProxies: ['127.0.0.1'] })
    onTestFinished(() => app.close())
    // The kernel buffers less than this.
    app.get('/large', async () => Buffer.alloc(15 * 1024 * 1024))
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const statusFor = async (address: string) => {
      const response = await fetch(`${origin}/large`, { headers: { 'X-Forwarded-For': address } })
      await response.arrayBuffer()
      return response.status
    }
    const askWithoutReading = async (address: string) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      socket.write(`GET /large HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
      await once(socket, 'readable')
      expect(String(socket.read())).toMatch(/^HTTP\/1\.1 200/)
      expect(await statusFor(address)).toBe(503)
      return socket
    }
    const firstSocket = await askWithoutReading('192.0.2.1')
    const others = [await askWithoutReading('2001:db8:1:1::1'), await askWithoutReading('192.0.2.2')]
    expect(await statusFor('2001:db8:1:2::1')).toBe(503)
    expect(await statusFor('192.0.2.3')).toBe(503)
    for (const socket of [firstSocket, ...others]) socket.destroy()
    await expect.poll(() => statusFor('192.0.2.1')).toBe(200)
  })

  it('end the connection of a client that reads less than 8 KiB per second, but of no faster one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = createServer({ level: 'silent' })
    onTestFinished(() => app.close())
    app.get('/large', async () => Buffer.alloc(8 * 1024 * 1024))
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const connected: Promise<Socket[]> = once(app.server, 'connection')
    const { socket } = await openSocket(origin)
    const [accepted] = await connected
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => accepted?.bytesWritten ?? 0).toBeGreaterThan(0)
    vi.advanceTimersByTime(1_083_000)
    expect(accepted?.destroyed).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(accepted?.destroyed).toBe(true)
  })

  it('take no room for clients that left', async () => {
    const app = createServer({ level: 'silent' })
    onTestFinished(() => app.close())
    const read = Promise.withResolvers<Buffer>()
    const closed: Promise<unknown>[] = []
    app.get('/slow', async () => read.promise)
    app.get('/large', async () => Buffer.alloc(1024 * 1024))
    app.server.on('request', (request) => closed.push(once(request.socket, 'close')))
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const leavingClients = await Promise.all([openSocket(origin), openSocket(origin)])
    for (const { socket } of leavingClients) socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => closed.length).toBe(2)
    for (const { socket } of leavingClients) socket.destroy()
    await Promise.all(closed)
    read.resolve(Buffer.alloc(20 * 1024 * 1024))
    // Responses without a client end before this promise.
    await read.promise
    for (let times = 0; times < 3; times += 1) expect((await fetch(`${origin}/large`)).status).toBe(200)
  })
})

describe('unfinished bodies', () => {
  const half = (address: string, bytes: number) =>
    `POST /api/admin/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n` +
    `Content-Type: application/json\r\nContent-Length: 65536\r\n\r\n${'x'.repeat(bytes)}`
  const login = async (origin: string, address: string, password = 'wrong') => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    const body = JSON.stringify({ email: 'a@example.org', password })
    return (await fetch(`${origin}/api/admin/login`, { method: 'POST', headers, body })).status
  }
  const LARGE = 'x'.repeat(20_000)

  it('are refused to an IP block that has many, except small ones, and hold no place once it has left', async () => {
    await using server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
    const origin = await server.listen()
    const connections = await Promise.all(Array.from({ length: 65 }, () => openSocket(origin)))
    for (const { socket } of connections) socket.write(half('192.0.2.1', 64_000))
    // The 65th is refused.
    await Promise.race(connections.map(({ ended }) => ended))
    expect(connections.map(({ received }) => received().slice(9, 12)).filter(Boolean)).toEqual(['503'])
    expect(await login(origin, '192.0.2.1', LARGE)).toBe(503)
    expect(await login(origin, '192.0.2.1')).toBe(401)
    expect(await login(origin, '192.0.2.2', LARGE)).toBe(400)
    for (const { socket } of connections) socket.destroy()
    await expect.poll(() => login(origin, '192.0.2.1', LARGE)).toBe(400)
  })

  it('hold no place for bytes that they only announce', async () => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const connections = await Promise.all(Array.from({ length: 70 }, () => openSocket(origin)))
    for (const { socket } of connections) socket.write(half('', 1))
    await expect.poll(() => server.connections()).toBe(70)
    expect(await login(origin, '', LARGE)).toBe(400)
    for (const { socket } of connections) socket.destroy()
  })

  it('get a 408 after ten seconds, though they still arrive', async () => {
    const timeouts = {
      headersMs: 9000,
      requestMs: 9000,
      jsonBodyMs: 200,
      stalledMs: 9000,
      keepAliveMs: 9000,
      checkMs: 100,
    }
    await using server = await startTestServer({ timeouts })
    using raw = await openSocket(await server.listen())
    raw.socket.write(half('', 1))
    const trickle = setInterval(() => raw.socket.write('x'), 50)
    onTestFinished(() => clearInterval(trickle))
    expect(await raw.ended).toBeLessThan(5000)
    expect(raw.received()).toMatch(/^HTTP\/1.1 408[^]*connection: close[^]*"The request took too long to arrive\."/i)
  })

  it.each([
    ['a GET', 'GET / HTTP/1.1', 'Content-Length: 99999999'],
    [
      'a body that is too large',
      'POST /api/admin/login HTTP/1.1',
      'Content-Type: application/json\r\nContent-Length: 99999999',
    ],
    ['a body of another type', 'POST /api/admin/login HTTP/1.1', 'Content-Type: text/plain\r\nContent-Length: 60000'],
  ])('hold no place once they are answered unread: %s', async (_, line, headers) => {
    await using server = await startTestServer()
    const origin = await server.listen()
    for (let count = 0; count < 80; count += 1) {
      using raw = await openSocket(origin)
      raw.socket.write(`${line}\r\nHost: x\r\n${headers}\r\n\r\n`)
      await expect.poll(raw.received).toMatch(/^HTTP/)
    }
    const signIn = await fetch(`${origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.org', password: 'wrong' }),
    })
    expect(signIn.status).toBe(401)
  })
})

describe('a server that stops', () => {
  it('completes requests that have begun, then closes their connections', async () => {
    const server = await startTestServer()
    const { hostname, port } = new URL(await server.listen())
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ email: server.admin.email, password: server.admin.password })
    const head = `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    // The server asks for the body once it has the headers, so it is busy with the request when it is stopped.
    socket.write(`${head}Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`)
    await once(socket, 'data')
    const closed = server.close()
    socket.write(body)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n/i)
    await closed
  })

  it('does not wait for unused connections, as browsers open in advance', async () => {
    const server = await startTestServer()
    const origin = await server.listen()
    const unused = connect(Number(new URL(origin).port), '127.0.0.1')
    const ended = text(unused)
    await once(unused, 'connect')
    // This later response shows that the server has received the other request.
    await fetch(`${origin}/health/live`)
    await server.close()
    expect(await ended).toBe('')
  })
})

describe('createServer', () => {
  it('logs no secret that an error carries', async () => {
    const lines: string[] = []
    const app = createServer({ level: 'info', stream: { write: (line) => lines.push(line) } })
    app.get('/boom', () => {
      const secrets = { detail: 'Key (email)=(canary) exists.', password: 'canary', token: 'canary' }
      throw Object.assign(new Error('duplicate key'), secrets)
    })
    await app.inject('/boom')
    expect(lines.join('')).toContain('duplicate key')
    expect(lines.join('')).not.toContain('canary')
  })
})
