import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import { ipBlock } from '#server/security/limits/ip-block.ts'

const MIB = 1024 * 1024
const LARGE_ANSWER = MIB / 16
const MAX_BEING_SENT = 32 * MIB
/** A browser loads six images at once, and photos may have several megabytes. */
const MAX_FOR_A_BLOCK = 24 * MIB
/**
 * Slower clients are disconnected; 3G is six times faster. Measured over the whole response, since a socket does not
 * tell how much of it was read.
 */
const MIN_BYTES_PER_SECOND = MIB / 128
const MIN_SECONDS = 60

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `unavailable` when there is no room for another large response; call it before reading one. */
    assertRoomToSend: (reply: FastifyReply) => void
  }
}

/** Limits the memory of large responses, which are held until their client has read them. */
export function limitBytesInFlight(app: FastifyInstance): void {
  const byBlock = new Map<string, number>()
  let total = 0
  const add = (block: string, bytes: number) => {
    total += bytes
    byBlock.set(block, (byBlock.get(block) ?? 0) + bytes)
    if (byBlock.get(block) === 0) byBlock.delete(block)
  }
  const hasRoom = (block: string, bytes = 1) =>
    fits(bytes, total, MAX_BEING_SENT) && fits(bytes, byBlock.get(block) ?? 0, MAX_FOR_A_BLOCK)

  app.decorate('assertRoomToSend', (reply: FastifyReply) => {
    if (!hasRoom(ipBlock(reply.request.ip))) throw noRoom(reply)
  })
  app.addHook('onSend', ({ ip }, reply, payload, done) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0
    // The connection of a client that has left does not close again.
    if (bytes < LARGE_ANSWER || reply.raw.destroyed) {
      done()
      return
    }
    const block = ipBlock(ip)
    if (!hasRoom(block, bytes)) {
      done(noRoom(reply))
      return
    }
    add(block, bytes)
    const seconds = MIN_SECONDS + bytes / MIN_BYTES_PER_SECOND
    const deadline = setTimeout(() => reply.raw.destroy(), seconds * 1000)
    reply.raw.once('close', () => {
      clearTimeout(deadline)
      add(block, -bytes)
    })
    done()
  })
}

/** A single response may exceed the limit. */
function fits(bytes: number, present: number, most: number): boolean {
  return present === 0 || present + bytes <= most
}

function noRoom(reply: FastifyReply): DomainError {
  // Frees the connections of clients that read nothing.
  reply.header('Connection', 'close')
  return new DomainError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 })
}
