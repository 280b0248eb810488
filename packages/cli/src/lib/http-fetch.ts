import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'

/**
 * A `fetch` for writes, whose answers are small, over Node's own HTTP client: it does half the work of the global one,
 * which is most of what a bulk of thousands does. Follows no redirect. Rejects as the global one does: with the signal's
 * reason, or with a TypeError that has a cause.
 */
export async function httpFetch(request: Request): Promise<Response> {
  const { signal } = request
  try {
    signal.throwIfAborted()
    const body = Buffer.from(await request.arrayBuffer())
    const isSecure = request.url.startsWith('https:')
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        method: request.method,
        headers: { accept: '*/*', ...Object.fromEntries(request.headers), 'content-length': body.length },
        // No agent of our own: the global ones keep connections, and obey the proxy that the global `fetch` does.
        signal,
      }
      const open = isSecure ? requestHttps : requestHttp
      open(request.url, options, resolve).on('error', reject).end(body)
    })
    return responseOf(answer, await buffer(answer))
  } catch (cause) {
    // The client of Node has an error of its own for what a signal ends.
    if (signal.aborted) throw signal.reason
    throw new TypeError('fetch failed', { cause })
  }
}

/** Statuses that have no body, and whose Response may have none (Fetch, section 2.2.4). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

function responseOf({ statusCode: status = 0, headersDistinct }: IncomingMessage, bytes: Buffer): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), { status, headers })
}
