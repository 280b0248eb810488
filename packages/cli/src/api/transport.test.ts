import { createServer, type RequestListener } from 'node:http'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from './transport.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

const transport = createTransport(fetch, () => undefined)
const send = (
  url: string,
  { signal = new AbortController().signal, ...init }: { signal?: AbortSignal } & RequestInit,
) => transport(new Request(url, init), { signal })

const echo: RequestListener = (request, response) => {
  response.setHeader('content-type', request.headers['content-type'] ?? 'text/plain')
  response.setHeader('x-method', request.method ?? '')
  response.setHeader('x-token', request.headers.authorization ?? '')
  request.pipe(response)
}

test('sends method, headers and a text', async () => {
  const headers = new Headers({ Authorization: 'Bearer t', 'Content-Type': 'application/json' })
  const response = await send(await serve(echo), { method: 'PUT', headers, body: '{"name":"Ünicode"}' })
  expect([response.headers.get('x-method'), response.headers.get('x-token')]).toEqual(['PUT', 'Bearer t'])
  expect(await response.json()).toEqual({ name: 'Ünicode' })
})

test('sends a form with its file', async () => {
  const form = new FormData()
  form.append('name', 'Trust')
  form.append('image', new File(['x'], 'trust.png', { type: 'image/png' }))
  const received = await (await send(await serve(echo), { method: 'POST', body: form })).formData()
  expect([received.get('name'), received.get('image')]).toMatchObject(['Trust', { name: 'trust.png', size: 1 }])
})

test('reads a compressed body, an empty one, and follows no redirect', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: 'https://elsewhere.test/' }).end()
    else if (request.url === '/empty') response.writeHead(204).end()
    else if (request.headers['accept-encoding']?.includes('gzip'))
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
  })
  expect(await (await send(url, { method: 'GET' })).text()).toBe('hello')
  expect(await send(`${url}empty`, {})).toMatchObject({ status: 204, body: null })
  await expect(send(`${url}moved`, {})).rejects.toMatchObject({ code: 'redirected' })
})

test.each(['identity', 'gzip'])(
  'reads no more than 256 MiB (%s)',
  async (encoding) => {
    const mebibyte = Buffer.alloc(2 ** 20, ' ')
    let sent = 0
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      if (encoding === 'gzip') {
        const compressed = createGzip({ level: 1 }).on('error', () => undefined)
        compressed.pipe(response)
        for (; sent < 260; sent += 1) compressed.write(mebibyte)
        compressed.end()
        return
      }
      const write = () => {
        while (!response.destroyed && response.write(mebibyte)) sent += 1
      }
      response.on('drain', write)
      write()
    })
    await expect(send(url, {})).rejects.toMatchObject({
      kind: 'bad_response',
      message: 'The response is larger than 256 MiB.',
    })
    expect(sent).toBeLessThan(300)
  },
  60_000,
)

test.each([
  ['before the response', () => undefined],
  ['in the middle of the body', (_, response) => void response.write('{"data":')],
] satisfies [string, RequestListener][])('rejects with the reason of its signal %s', async (_, listener) => {
  const signal = AbortSignal.timeout(100)
  await expect(send(await serve(listener), { signal })).rejects.toHaveProperty('name', 'TimeoutError')
})

test('rejects with the error of a connection that is refused, or ends in the middle of the body', async () => {
  await expect(send('http://127.0.0.1:2/', {})).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(send(url, {})).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
})

test('sends a POST on a new connection after the server has closed the kept one without a word', async () => {
  const url = await serve(({ socket }, response) => {
    response.writeHead(200, { 'content-length': 2 }).end('{}')
    response.on('finish', () => socket.end())
  })
  for (let count = 0; count < 30; count += 1)
    expect(await (await send(url, { method: 'POST', body: '{}' })).json()).toEqual({})
})

test('sends the body of a DELETE as its own', async () => {
  const received: string[] = []
  const url = await serve((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      received.push(`${request.method} ${request.headers.accept} ${text}`)
      response.end('{}')
    })
  })
  await send(url, { method: 'DELETE', body: 'GET / HTTP/1.1\r\n\r\n' })
  await send(url, { method: 'GET' })
  expect(received).toEqual(['DELETE */* GET / HTTP/1.1\r\n\r\n', 'GET */* '])
})

test('reads an empty body that says it is compressed, and the name of the encoding in any letter case', async () => {
  const url = await serve((request, response) => {
    if (request.method === 'DELETE') response.writeHead(200, { 'content-encoding': 'gzip' }).end()
    else response.writeHead(200, { 'content-encoding': 'GZIP' }).end(gzipSync('hello'))
  })
  expect(await (await send(url, { method: 'DELETE' })).text()).toBe('')
  expect(await (await send(url, {})).text()).toBe('hello')
})
