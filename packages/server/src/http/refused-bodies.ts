import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How much of a request is read on after its answer. */
const MOST_BYTES = 32 * 1024 * 1024

const TICKS = 4

/**
 * Reads on what is answered before it has come in whole, since a client that sends all of it gets to see the answer only
 * then. One that sends nothing of it for `lingerMs` is let go, and all of them when the server stops.
 */
export function readOnRefused(app: FastifyInstance, lingerMs: number): void {
  const lingering = new Set<IncomingMessage>()
  app.addHook('onResponse', async ({ raw }) => {
    // Without a network, there is nothing to come.
    if (raw.socket instanceof Socket && !raw.socket.destroyed && !raw.complete) readOn(raw)
  })
  app.addHook('preClose', async () => {
    for (const { socket } of lingering) socket.destroy()
  })

  function readOn(raw: IncomingMessage): void {
    const { socket } = raw
    const most = socket.bytesRead + MOST_BYTES
    let seen = socket.bytesRead
    let idleTicks = 0
    lingering.add(raw)
    const watch = setInterval(() => {
      idleTicks = socket.bytesRead === seen ? idleTicks + 1 : 0
      seen = socket.bytesRead
      if (idleTicks >= TICKS || seen > most) socket.destroy()
      if (raw.complete || socket.destroyed) {
        clearInterval(watch)
        lingering.delete(raw)
      }
    }, lingerMs / TICKS).unref()
    raw.unpipe()
    // A parser lets go of the request only when it gets to it, and pauses it then: a close would go unnoticed.
    raw.on('pause', () => raw.resume())
    raw.resume()
  }
}
