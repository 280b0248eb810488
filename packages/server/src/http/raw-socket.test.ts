import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSocket, statusesIn } from '#server/testing/network/raw-socket.ts'
import { startTestServer } from '#server/testing/start.ts'

const TIMEOUTS = { headersMs: 300, requestMs: 600, jsonBodyMs: 400, stalledMs: 900, keepAliveMs: 500, checkMs: 100 }

/** The longest time limit, plus 2 s for a client to close its end, plus slack for a busy machine. */
const GONE_MS = 900 + 2000 + 5000

/** pino's level of warnings. */
const WARNING = 40

const MIB = 1024 * 1024
const UPLOAD = '/api/admin/category'
const SECOND = 'GET /second HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (headers: string, body: string) => `POST /first HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`

const KEPT_1_0 = 'POST /first HTTP/1.0\r\nConnection: keep-alive\r\n'

/** Requests whose end a proxy might see elsewhere. */
const AMBIGUOUS: [string, string, number][] = [
  ['a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${SECOND}`), 400],
  ['two lengths', post('Content-Length: 0\r\nContent-Length: 36', SECOND), 400],
  ['chunks that are not last', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${SECOND}`), 400],
  ['a folded header', post('X-A: b\r\n Content-Length: 36', SECOND), 400],
  ['a bare LF after a header', `POST /first HTTP/1.1\r\nHost: x\nContent-Length: 0\r\n\r\n${SECOND}`, 400],
  ['a chunk of no size', post('Transfer-Encoding: chunked', `x\r\n\r\n${SECOND}`), 400],
  ['no host', `GET /first HTTP/1.1\r\n\r\n${SECOND}`, 400],
  ['a head of 20 kB', `GET /first HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n${SECOND}`, 431],
  ['no HTTP', `hello\r\n\r\n${SECOND}`, 400],
  ['chunks in HTTP/1.0', `${KEPT_1_0}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`, 400],
]

/** Starts a listening server that records the path of each handled request. */
async function listening(timeouts?: typeof TIMEOUTS) {
  const handled: string[] = []
  const lines: string[] = []
  const server = await startTestServer({
    ...(timeouts && { timeouts }),
    onLogLine: (line) => {
      lines.push(line)
      handled.push(...(/"path":"([^"]*)"/.exec(line)?.slice(1) ?? []))
    },
  })
  return { server, handled, lines, origin: await server.listen(), [Symbol.asyncDispose]: () => server.close() }
}

describe('an ambiguous request', () => {
  it.each(AMBIGUOUS)('is refused, and nothing after it on the connection is handled: %s', async (_, bytes, status) => {
    await using target = await listening()
    using raw = await openSocket(target.origin)
    raw.socket.write(bytes)
    await raw.ended
    expect(statusesIn(raw.received())[0]).toBe(status)
    expect(target.handled).not.toContain('/second')
    // Unreadable bytes are not logged either, as text or as numbers.
    expect(target.lines.join('')).not.toMatch(/xxx|hello|120,120,120/)
  })

  it('is refused if it has two hosts', async () => {
    await using target = await listening()
    using raw = await openSocket(target.origin)
    raw.socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nhOST: a\r\nConnection: close\r\n\r\n')
    await raw.ended
    expect(statusesIn(raw.received())).toEqual([400])
    expect(raw.received()).toContain('must name one host')
  })

  // RFC 9112, section 3.2.2.
  it.each([
    ['/health/live', 200],
    ['/api/nothing', 404],
    ['/api/admin/login', 405],
    ['', 200],
  ])('is routed without the host of an absolute URL: %s', async (path, status) => {
    await using target = await listening()
    using raw = await openSocket(target.origin)
    raw.socket.write(`GET http://evil.example${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await raw.ended
    expect(statusesIn(raw.received())).toEqual([status])
  })
})

describe('pipelined requests', () => {
  const healthRequest = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

  it('are answered in order', async () => {
    await using target = await listening()
    using raw = await openSocket(target.origin)
    raw.socket.write(`${healthRequest.repeat(2)}GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n${healthRequest.repeat(2)}`)
    await expect.poll(() => statusesIn(raw.received())).toEqual([200, 200, 404, 200, 200])
  })

  it('end the connection if more than eight are pending', async () => {
    await using target = await listening()
    using raw = await openSocket(target.origin)
    raw.socket.write(healthRequest.repeat(1000))
    await raw.ended
    expect(target.handled.length).toBeLessThanOrEqual(8)
  })
})

describe('a client that holds its connection open', () => {
  const head = `POST ${UPLOAD} HTTP/1.1\r\nHost: x\r\n`
  const form = (token: string, length: number) =>
    `${head}Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`

  const UNFINISHED: [string, (token: string) => string][] = [
    ['says nothing', () => ''],
    ['does not finish the head', () => head],
    [
      'does not finish the body',
      () => `${head.replace(UPLOAD, '/api/admin/login')}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
    ['does not finish a form', (token) => `${form(token, MIB)}--x\r\n`],
    ['does not finish a form without a token', () => `${form('x', MIB)}--x\r\n`],
    ['asks and then says nothing', () => 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['sends something other than HTTP', () => 'hello\r\n\r\n'],
  ]

  it('is disconnected, whatever it sends or omits', async () => {
    const waits = UNFINISHED.map(async ([message, bytesOf]) => {
      await using server = await startTestServer({ timeouts: TIMEOUTS, demo: true })
      const token = await server.signIn()
      using raw = await openSocket(await server.listen())
      raw.socket.pause()
      raw.socket.write(bytesOf(token))
      await expect.poll(() => server.connections(), { message }).toBe(1)
      await expect.poll(() => server.connections(), { message, timeout: GONE_MS, interval: 50 }).toBe(0)
    })
    await Promise.all(waits)
  })
})

describe('a client that leaves while its session is looked up', () => {
  it('keeps no room for the body that it has begun to send', async () => {
    await using server = await startTestServer()
    const origin = await server.listen()
    const token = await server.signIn()
    const head = (path: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`
    // Sends more than one client may hold, which is 64 times 64 KiB.
    for (let round = 0; round < 4; round += 1) {
      await server.database.transaction(async () => {
        const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(origin)))
        for (const { socket } of sockets) {
          socket.write(
            `${head('/api/admin/update-settings', 60_000)}Authorization: Bearer ${token}\r\n\r\n${'{'.repeat(59_000)}`,
          )
        }
        await expect.poll(() => server.connections()).toBe(20)
        // By then the guards wait for the transaction.
        await sleep(50)
        for (const { socket } of sockets) socket.resetAndDestroy()
        await expect.poll(() => server.connections()).toBe(0)
      })
    }
    using raw = await openSocket(origin)
    raw.socket.write(`${head('/api/admin/login', 60_000)}\r\n`)
    raw.socket.write(' '.repeat(60_000))
    await expect.poll(() => statusesIn(raw.received())).toEqual([400])
  })
})

it('a client that leaves in the middle of its body is logged as a warning', async () => {
  await using target = await listening()
  using raw = await openSocket(target.origin)
  raw.socket.write(
    'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await expect.poll(() => raw.received()).toContain('100 Continue')
  target.lines.length = 0
  raw.socket.resetAndDestroy()
  await expect.poll(() => target.lines.map((line) => Object(JSON.parse(line)).level)).toEqual([WARNING])
})
