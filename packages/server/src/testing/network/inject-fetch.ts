import type { FastifyInstance } from 'fastify'

/** Fetches without a network: injects the request into the server and returns the whole response. */
export async function injectRequest(
  app: FastifyInstance,
  request: Request,
  remoteAddress = '127.0.0.1',
): Promise<Response> {
  request.signal.throwIfAborted()
  const { pathname, search } = new URL(request.url)
  const payload = Buffer.from(await request.arrayBuffer())
  const response = await app.inject({
    method: request.method,
    url: pathname + search,
    remoteAddress,
    headers: Object.fromEntries(request.headers),
    ...(payload.length > 0 && { payload }),
  })
  request.signal.throwIfAborted()

  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) {
    for (const element of Array.isArray(value) ? value : [value]) headers.append(name, String(element))
  }
  const hasBody = response.statusCode !== 204 && response.statusCode !== 304
  return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, { status: response.statusCode, headers })
}
