import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { asAdmin, withToken } from '#server/testing/call.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const PATH = '/api/admin/category'
const MIB = 1024 * 1024
const END = '--x--\r\n'

const part = (name: string, value: string, headers = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${value}\r\n`
const file = (name: string, content: string, type = 'image/png') =>
  part(name, content, `; filename="a.png"\r\nContent-Type: ${type}`)
const NAME = part('category_name', 'A')

/** Encodes one byte per character, which is invalid UTF-8 beyond ASCII. */
const latin1 = (signs: string) => Buffer.from(signs, 'latin1')
const charset = (name: string) => `\r\nContent-Type: text/plain; charset=${name}`

interface RawForm {
  token: string | undefined
  body: string | Buffer
  type?: string
}

async function post(server: TestServer, { token, body, type = 'multipart/form-data; boundary=x' }: RawForm) {
  const headers = new Headers({ 'Content-Type': type, ...(token && { Authorization: `Bearer ${token}` }) })
  const init = { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) }
  const response = await server.fetch(new Request(server.baseUrl + PATH, init))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Opens a connection and sends the headers of a form and part of its body. */
function open(server: TestServer, token: string, length: number, body: string | Buffer = ''): Socket {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`,
  )
  socket.write(body)
  return socket
}

describe('a form', () => {
  it.each([
    ['no boundary', NAME + END, 'multipart/form-data', 400],
    ['no end', NAME, undefined, 400],
    ['no end of a file', NAME + file('category_image', 'x').slice(0, -3), undefined, 400],
    ['a part without a name', `--x\r\nContent-Disposition: form-data\r\n\r\nv\r\n${NAME}${END}`, undefined, 400],
    ['an unknown field', part('role', 'admin') + NAME + END, undefined, 400],
    ['a prototype', part('__proto__', 'x') + NAME + END, undefined, 400],
    ['a field twice', NAME + NAME + END, undefined, 400],
    ['JSON for a text', part('category_name', '{"a":1}', '\r\nContent-Type: application/json') + END, undefined, 400],
    ['NUL in a text', part('category_name', 'a\0b') + END, undefined, 400],
    ['a text of another kind', part('category_name', 'A', '\r\nContent-Type: image/png') + END, undefined, 400],
    ['a text that is not UTF-8', latin1(part('category_name', 'Z\u00FCrich') + END), undefined, 400],
    ['a name that is not UTF-8', latin1(part('category_name\u00FC', 'A') + END), undefined, 400],
    ['a text for the image', NAME + part('category_image', 'x') + END, undefined, 400],
    ['a file for a text', file('category_name', 'x') + END, undefined, 400],
    ['two files', NAME + file('category_image', 'x') + file('category_image', 'y') + END, undefined, 413],
    ['25 parts', Array.from({ length: 25 }, (_, index) => part(`f${index}`, 'x')).join('') + END, undefined, 413],
    ['a text of more than 64 KiB', part('category_name', 'x'.repeat(64 * 1024 + 1)) + END, undefined, 413],
    ['a long prologue', `${'x'.repeat(6 * MIB)}\r\n${NAME}${END}`, undefined, 413],
    ['a long epilogue', `${NAME}${END}${'x'.repeat(6 * MIB)}`, undefined, 413],
    ['JSON', '{"category_name":"A"}', 'application/json', 415],
  ])('is refused in the envelope: %s', async (_, body, type, status) => {
    await using server = await startTestServer()
    const response = await post(server, { token: await server.signIn(), body, ...(type && { type }) })
    expect(response.body).toMatchObject({ code: status, data: null, message: expect.stringMatching(/\.$/) })
    expect(response.status).toBe(status)
    expect(await (await asAdmin(server))('GET', '/api/admin/categories')).toMatchObject({ body: { data: [] } })
  })

  it('has its texts read as UTF-8, and the names of its files ignored', async () => {
    await using server = await startTestServer()
    const token = await server.signIn()
    const image = Buffer.from(await samplePng().arrayBuffer()).toString('latin1')
    const bytes = Buffer.from('Ã© 語', 'utf8').toString('latin1')
    for (const says of ['', charset('UTF-8'), charset('base64')]) {
      const picture = file('category_image', image).replace('a.png', '\u00FC.png')
      const body = latin1(part('category_name', bytes + says.length, says) + picture + END)
      expect(await post(server, { token, body })).toMatchObject({
        status: 200,
        body: { data: { category_name: `Ã© 語${says.length}` } },
      })
    }
  })

  it('is not read before its token is checked', async () => {
    await using server = await startTestServer()
    await server.listen()
    const socket = open(server, 'x'.repeat(43), 5 * MIB)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('over the network', () => {
  it('refuses a form by its Content-Length before reading it', async () => {
    await using server = await startTestServer()
    await server.listen()
    const socket = open(server, await server.signIn(), 6 * MIB + 1)
    for await (const chunk of socket) {
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 413 /)
      break
    }
  })

  it.each([
    ['before its parts', `${'x'.repeat(7 * MIB)}\r\n${NAME}${END}`],
    ['behind its parts', `${NAME}${END}${'x'.repeat(7 * MIB)}`],
  ])('refuses a chunked form when it grows too large %s', async (_, body) => {
    await using server = await startTestServer()
    await server.listen()
    const headers = {
      Authorization: `Bearer ${await server.signIn()}`,
      'Content-Type': 'multipart/form-data; boundary=x',
    }
    // A stream has no length, so it is sent in chunks.
    const connection = new AbortController()
    const { signal } = connection
    const init = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half', signal } as const
    expect((await fetch(server.baseUrl + PATH, init)).status).toBe(413)
    // Otherwise the client may keep the connection open, and the server would wait for it when it stops.
    connection.abort()
  })

  it('serves the next request after a refused form', async () => {
    await using server = await startTestServer()
    await server.listen()
    const token = await server.signIn()
    const body = `${NAME}${NAME}${file('category_image', 'x'.repeat(4 * MIB))}${END}`
    const { hostname, port } = new URL(server.baseUrl)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.write(body)
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const responses = await text(socket)
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
  })

  it('leaves nothing behind of forms that break off', async () => {
    await using server = await startTestServer()
    await server.listen()
    const token = await server.signIn()
    const image = Buffer.from(await samplePng().arrayBuffer()).toString('latin1')
    const body = Buffer.from(NAME + file('category_image', image) + END, 'latin1')
    for (let count = 0; count < 100; count += 1) {
      const socket = open(server, token, body.length, body.subarray(0, Math.floor((body.length - 1) * (count / 100))))
      await new Promise((resolve) => socket.once('connect', resolve))
      if (count % 2 === 0) socket.destroy()
      else socket.resetAndDestroy()
    }
    const call = withToken(server, token)
    expect((await call('GET', '/api/admin/categories')).body.data).toEqual([])
    expect(await server.database.db.selectFrom('images').select('sha256').execute()).toEqual([])
    expect((await post(server, { token, body })).status).toBe(200)
  })

  it('reads eight forms of one admin at once, refuses the ninth from any session or token, and reads that of another', async () => {
    await using server = await startTestServer()
    await server.listen()
    const other = await server.addAdmin({ email: 'other@example.com' })
    const sessions = [await server.signIn(), await server.signIn()]
    const input = { name: 'CI', scopes: ['catalogue'], expires_in_days: 1 }
    const made = await withToken(server, sessions[0])<{ secret: string }>('POST', '/api/admin/tokens', input)
    const tokens = [...sessions, made.body.data.secret]
    const body = NAME + END
    const sockets = Array.from({ length: 9 }, (_, index) => open(server, tokens[index % 3] ?? '', body.length, '--x'))
    const responses = sockets.map((socket) => text(socket))
    const refused = await Promise.race(responses)
    expect(refused).toMatch(/^HTTP\/1\.1 429 /)
    expect(refused.toLowerCase()).toContain('retry-after: 1')
    expect((await post(server, { token: await server.signIn(other), body })).status).toBe(422)
    for (const socket of sockets) if (socket.writable) socket.write(body.slice(3))
    expect((await Promise.all(responses)).filter((response) => response.startsWith('HTTP/1.1 422 '))).toHaveLength(8)
    expect((await post(server, { token: sessions[0], body })).status).toBe(422)
  })
})
