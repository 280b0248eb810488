import { type IncomingMessage, request as requestHttp } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Sends a request over a kept connection. Like `fetch` with `redirect: 'manual'`, but at half its costs: that makes streams of
 * every body. Rejects with the error of the system, such as ECONNREFUSED, or the reason of the signal.
 */
export async function httpFetch(url: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
  // Encodes a form, or returns the text as it is.
  const form = body instanceof FormData ? new Response(body) : undefined
  const sentHeaders = new Headers(headers)
  sentHeaders.set('Accept-Encoding', 'gzip')
  if (form) sentHeaders.set('Content-Type', form.headers.get('Content-Type') ?? '')
  const content = form ? Buffer.from(await form.arrayBuffer()) : body
  const request = url.startsWith('https:') ? (await import('node:https')).request : requestHttp
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method, headers: Object.fromEntries(sentHeaders), signal: signal ?? undefined }, resolve)
        .on('error', reject)
        .end(content)
    })
    const bytes = await readBytes(response)
    const receivedHeaders = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    return new Response(bytes.length === 0 ? null : bytes, {
      status: Number(response.statusCode),
      headers: Object.fromEntries(receivedHeaders),
    })
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(response)
  if (response.headers['content-encoding'] !== 'gzip') return bytes
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve, reject) => gunzip(bytes, (error, text) => (error ? reject(error) : resolve(text))))
}
