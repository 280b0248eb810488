import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import { ipBlock } from '#server/security/limits/ip-block.ts'

const MIB = 1024 * 1024
const LARGE_ANSWER = MIB / 16
const MAX_BEING_SENT = 32 * MIB
/** A browser asks for six images at once, and a page of positions may hold photos of several megabytes. */
const MAX_FOR_A_BLOCK = 24 * MIB
/**
 * Clients that read a large answer more slowly are disconnected: a sixth of what 3G has. Over the whole answer, since a socket
 * tells nothing of how much of one is taken.
 */
const MIN_BYTES_PER_SECOND = MIB / 128
const MIN_SECONDS = 60

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `unavailable` while large answers could not be sent, before one is read. */
    assertRoomToSend: (reply: FastifyReply) => void
  }
}

/** Whole answers, such as images, stay in memory until their client has taken them; most answers are too small to count. */
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
    // A client that has left takes no answer, and its connection does not close again.
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

/** One answer alone may be larger. */
function fits(bytes: number, present: number, most: number): boolean {
  return present === 0 || present + bytes <= most
}

function noRoom(reply: FastifyReply): DomainError {
  // Of clients that take no answer, none keeps its connection.
  reply.header('Connection', 'close')
  return new DomainError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 })
}
