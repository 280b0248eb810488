import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { httpFetch } from './http-fetch.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** The origin of a server that answers so. */
async function serve(listener: (...exchange: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const post = (url: string, init: RequestInit = {}) => new Request(url, { method: 'POST', body: '{"a":"ä"}', ...init })

test('method, headers and body arrive as they are, and so does the answer', async () => {
  const url = await serve(async (request, response) => {
    const { method, headers } = request
    response.writeHead(418, { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'] })
    response.end(
      JSON.stringify({
        method,
        type: headers['content-type'],
        length: headers['content-length'],
        body: await text(request),
      }),
    )
  })
  const answer = await httpFetch(post(url, { headers: { 'Content-Type': 'application/json' } }))
  expect(answer.status).toBe(418)
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.json()).toEqual({ method: 'POST', type: 'application/json', length: '10', body: '{"a":"ä"}' })
})

test('a form arrives with its boundary, and no body is none', async () => {
  const url = await serve(async (request, response) => {
    response.statusCode = request.method === 'DELETE' ? 204 : 200
    response.end(`${request.headers['content-type']} ${await text(request)}`)
  })
  const body = new FormData()
  body.append('name', new File(['bytes'], 'a.png', { type: 'image/png' }))
  const form = await (await httpFetch(post(url, { body }))).text()
  expect(form).toMatch(/^multipart\/form-data; boundary=(\S+) --\1\r\n/)
  expect(form).toContain('filename="a.png"\r\nContent-Type: image/png\r\n\r\nbytes\r\n')
  const gone = await httpFetch(new Request(url, { method: 'DELETE' }))
  expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: null })
})

test('a redirect is an answer like others', async () => {
  const url = await serve((_request, response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end())
  const answer = await httpFetch(post(url))
  expect([answer.status, answer.headers.get('Location')]).toEqual([307, 'http://127.0.0.1:1/'])
})

test('what breaks is a TypeError with its cause, an answer that is cut off too', async () => {
  await expect(httpFetch(post('http://127.0.0.1:1'))).rejects.toMatchObject({
    name: 'TypeError',
    cause: { code: 'ECONNREFUSED' },
  })
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('half', () => response.destroy())
  })
  await expect(httpFetch(post(url))).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } })
})

test('what a signal ends is rejected with its reason, before the answer and within it', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/body') response.write('begun')
  })
  for (const path of ['/', '/body']) {
    const request = post(url + path, { signal: AbortSignal.timeout(50) })
    await expect(httpFetch(request)).rejects.toMatchObject({ name: 'TimeoutError' })
  }
  await expect(httpFetch(post(url, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('writes go through the proxy that reads go through', async () => {
  const asked: string[] = []
  const proxy = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('through')
  })
  const script = `
    const { httpFetch } = await import(${JSON.stringify(new URL('http-fetch.ts', import.meta.url).href)})
    const answer = await httpFetch(new Request('http://api.invalid/a', { method: 'POST', body: '{}' }))
    console.log(await answer.text())`
  const env = { PATH: process.env['PATH'], NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  expect({ stdout, asked }).toEqual({ stdout: 'through\n', asked: ['POST http://api.invalid/a'] })
})
