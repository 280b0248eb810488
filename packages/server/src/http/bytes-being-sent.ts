import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'

const LARGE_ANSWER = 64 * 1024
const MAX_BEING_SENT = 32 * 1024 * 1024

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `unavailable` while large answers could not be sent, before one is read. */
    assertRoomToSend: (reply: FastifyReply) => void
  }
}

/** Whole answers, such as images, stay in memory until their client has taken them; most answers are too small to count. */
export function boundBytesBeingSent(app: FastifyInstance): void {
  let bytesBeingSent = 0
  app.decorate('assertRoomToSend', (reply: FastifyReply) => {
    if (bytesBeingSent >= MAX_BEING_SENT) throw noRoom(reply)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0
    // A client that has left takes no answer, and its connection does not close again.
    if (bytes < LARGE_ANSWER || reply.raw.destroyed) {
      done()
    } else if (bytesBeingSent >= MAX_BEING_SENT) {
      done(noRoom(reply))
    } else {
      bytesBeingSent += bytes
      reply.raw.once('close', () => (bytesBeingSent -= bytes))
      done()
    }
  })
}

function noRoom(reply: FastifyReply): DomainError {
  // Of clients that take no answer, none keeps its connection.
  reply.header('Connection', 'close')
  return new DomainError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 })
}
