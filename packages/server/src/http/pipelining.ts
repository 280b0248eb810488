import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import pLimit, { type LimitFunction } from 'p-limit'

// An import would also load all of Node's fetch and WebSocket, which takes a tenth of a start.
const { createServer } = process.getBuiltinModule('node:http')

/** Browsers, proxies and our own clients send one; a client that sends more asks again when it is disconnected. */
const MAX_REQUESTS_PER_CONNECTION = 8

/**
 * An HTTP server that works on the requests of a connection one after another, and disconnects a client that sends more
 * than eight before it has its answers. Node by itself starts to work on as many as it reads at once, which are thousands.
 */
export function createPipeliningServer(options: ServerOptions, answer: RequestListener): Server {
  const connections = new WeakMap<Socket, LimitFunction>()
  return createServer(options, (request, response) => {
    const { socket } = request
    const inTurn = connections.get(socket) ?? pLimit(1)
    connections.set(socket, inTurn)
    if (inTurn.activeCount + inTurn.pendingCount >= MAX_REQUESTS_PER_CONNECTION) {
      request.destroy()
      return
    }
    void inTurn(async () => {
      // The answer before may have been the last one on this connection.
      if (!socket.writable) return
      answer(request, response)
      await new Promise((resolve) => response.once('close', resolve))
    })
  })
}
