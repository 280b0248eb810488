import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import { siteBlock } from '#server/security/limits/ip-block.ts'

const MIB = 1024 * 1024
const LARGE_ANSWER = MIB / 16
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
export function limitBytesSent(app: FastifyInstance): void {
  const room = memoryRoom({ total: 48 * MIB, perSite: 12 * MIB })
  app.decorate('assertRoomToSend', (reply: FastifyReply) => {
    if (!room.has(reply.request.ip)) throw noRoom(reply)
  })
  app.addHook('onSend', ({ ip }, reply, payload, done) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0
    // The connection of a client that has left does not close again.
    if (bytes < LARGE_ANSWER || reply.raw.destroyed) {
      done()
      return
    }
    if (!room.has(ip, bytes)) {
      done(noRoom(reply))
      return
    }
    const free = room.take(ip, bytes)
    const seconds = MIN_SECONDS + bytes / MIN_BYTES_PER_SECOND
    const deadline = setTimeout(() => reply.raw.destroy(), seconds * 1000)
    reply.raw.once('close', () => {
      clearTimeout(deadline)
      free()
    })
    done()
  })
}

/** Limits the memory of JSON bodies, which are held until they have arrived. Forms have places of their own. */
export function limitBytesReceived(app: FastifyInstance): void {
  const room = memoryRoom({ total: 32 * MIB, perSite: 4 * MIB })
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = bytesAnnounced(request)
    if (bytes > 0 && !room.has(request.ip, bytes)) {
      done(noRoom(reply))
      return
    }
    // A stream closes once it has ended, too.
    if (bytes > 0) request.raw.once('close', room.take(request.ip, bytes))
    done()
  })
}

function bytesAnnounced({ headers, routeOptions }: FastifyRequest): number {
  if (headers['content-type']?.startsWith('multipart/')) return 0
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit ?? 0
  return Number(headers['content-length'] ?? 0)
}

/** Shares memory among clients: `total` bytes for all, `perSite` for the addresses of one owner. */
function memoryRoom({ total, perSite }: { total: number; perSite: number }) {
  const taken = new Map<string, number>()
  let all = 0
  const add = (site: string, bytes: number) => {
    all += bytes
    const sum = (taken.get(site) ?? 0) + bytes
    if (sum === 0) taken.delete(site)
    else taken.set(site, sum)
  }
  return {
    has: (address: string, bytes = 1) =>
      fits(bytes, all, total) && fits(bytes, taken.get(siteBlock(address)) ?? 0, perSite),
    take(address: string, bytes: number) {
      const site = siteBlock(address)
      add(site, bytes)
      return () => add(site, -bytes)
    },
  }
}

/** A single body may exceed the limit. */
function fits(bytes: number, present: number, most: number): boolean {
  return present === 0 || present + bytes <= most
}

function noRoom(reply: FastifyReply): DomainError {
  // Frees the connections of clients that read nothing.
  reply.header('Connection', 'close')
  return new DomainError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 5 })
}
