import { Agent, request as open } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request that may be hostile, which `fetch` would refuse to send. */
export interface RawRequest {
  method: string
  /** Sent without encoding. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends requests to a listening server over at most 16 keep-alive connections. */
export function rawHttpClient(origin: string) {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })

  async function send(request: RawRequest): Promise<RawResponse> {
    const { method, path, headers = {}, body } = request
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const outgoing = open({ agent, hostname, port, method, path, headers: { ...length, ...headers } })
    let hasResponse = false
    outgoing.on('response', (incoming) => {
      hasResponse = true
      const read = async () => ({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        body: String(await buffer(incoming)),
      })
      read().then(resolve, reject)
    })
    // A server that refuses a body may close the connection while the client still sends it.
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (hasResponse) return
      // The server closes a connection after a URL that is too long (https://nodejs.org/api/http.html#requestreusedsocket).
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(send(request))
      else reject(error)
    })
    outgoing.end(body)
    return promise
  }

  return { send, [Symbol.dispose]: () => agent.destroy() }
}
