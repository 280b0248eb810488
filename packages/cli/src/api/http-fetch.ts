import { type IncomingMessage, request as requestHttp } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { causeCode } from '@rapport/core/api/may-have-arrived.ts'

/** More JSON than any list needs; a response without end must not fill the memory. */
const MAX_BYTES = 256 * 2 ** 20
/** As long as `fetch` waits for a connection. */
const CONNECT_MS = 10_000

/**
 * Sends a request over a kept connection. Like `fetch` with `redirect: 'manual'`, but at half its costs: that makes streams of
 * every body. Rejects with the error of the system, such as ECONNREFUSED, the reason of the signal, or an `ApiError` for a body of
 * more than 256 MiB.
 */
export async function httpFetch(url: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
  // Encodes a form, or returns the text as it is.
  const form = body instanceof FormData ? new Response(body) : undefined
  const sentHeaders = new Headers(headers)
  sentHeaders.set('Accept-Encoding', 'gzip')
  if (!sentHeaders.has('Accept')) sentHeaders.set('Accept', '*/*')
  if (form) sentHeaders.set('Content-Type', form.headers.get('Content-Type') ?? '')
  const content = form ? Buffer.from(await form.arrayBuffer()) : body
  // Without it, the body of a DELETE would be read as the next request.
  if (typeof content === 'string' || content instanceof Uint8Array)
    sentHeaders.set('Content-Length', String(Buffer.byteLength(content)))
  const request = url.startsWith('https:') ? (await import('node:https')).request : requestHttp
  // Lets a kept connection that the server has just closed say so: Node would send on it, and only a GET may be sent again.
  await setImmediate()
  await setImmediate()
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method, headers: Object.fromEntries(sentHeaders), signal: signal ?? undefined }, resolve)
        .on('error', reject)
        .on('socket', (socket) => {
          if (!socket.connecting) return
          const timeout = setTimeout(() => socket.destroy(connectError()), CONNECT_MS)
          socket.once('connect', () => clearTimeout(timeout)).once('close', () => clearTimeout(timeout))
        })
        .end(content)
    })
    const status = Number(response.statusCode)
    if (status < 200 || status > 599) {
      response.destroy()
      throw new ApiError('status', `The server responded with status ${status}.`, { status })
    }
    const chunks = await readChunks(response)
    const receivedHeaders = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    return new Response(chunks.length === 0 ? null : toStream(chunks), {
      status,
      headers: Object.fromEntries(receivedHeaders),
    })
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}

async function readChunks(response: IncomingMessage): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BYTES) response.destroy(tooLargeError())
  })
  await finished(response)
  if (length === 0 || !/^(?:x-)?gzip$/i.test(response.headers['content-encoding'] ?? '')) return chunks
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve, reject) =>
    gunzip(Buffer.concat(chunks), { maxOutputLength: MAX_BYTES }, (error, bytes) => {
      if (error) reject(causeCode(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLargeError() : error)
      else resolve([bytes])
    }),
  )
}

function connectError(): Error {
  return Object.assign(new Error(`No connection within ${CONNECT_MS / 1000} seconds.`), { code: 'ETIMEDOUT' })
}

function tooLargeError(): ApiError {
  return new ApiError('bad_response', `The response is larger than ${MAX_BYTES / 2 ** 20} MiB.`)
}

/** Avoids the copy that `Response` makes of a buffer: a list of all users is large. */
function toStream(chunks: readonly Buffer[]): ReadableStream<Buffer> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}
