import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import pLimit, { type LimitFunction } from 'p-limit'

// Importing `node:http` would also load fetch and WebSocket, which takes a tenth of the startup time.
const { createServer } = process.getBuiltinModule('node:http')

/** Browsers, proxies and our clients send one request at a time. Other clients retry after the disconnect. */
const MAX_REQUESTS_PER_CONNECTION = 8

/**
 * Creates a server that handles the requests of a connection one after another, and disconnects a client that sends more than
 * eight ahead. Node alone would start all that it has read, which can be thousands.
 */
export function createPipeliningServer(options: ServerOptions, listener: RequestListener): Server {
  const connections = new WeakMap<Socket, LimitFunction>()
  return createServer(options, (request, response) => {
    const { socket } = request
    const enqueue = connections.get(socket) ?? pLimit(1)
    connections.set(socket, enqueue)
    if (enqueue.activeCount + enqueue.pendingCount >= MAX_REQUESTS_PER_CONNECTION) {
      request.destroy()
      return
    }
    void enqueue(async () => {
      // The previous response may have closed the connection.
      if (!socket.writable) return
      listener(request, response)
      await new Promise((resolve) => response.once('close', resolve))
    })
  })
}
