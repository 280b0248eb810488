import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createSharedCapacity, type SharedCapacity } from '#server/capacity/shared-capacity.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { customerBlock } from '#server/security/limits/ip-block.ts'

const MIB = 1024 * 1024
const LARGE_RESPONSE_BYTES = MIB / 16
/**
 * Slower clients are disconnected; 3G is six times faster. This is measured over the whole response, since a socket does not
 * report how much of it was read.
 */
const MIN_BYTES_PER_SECOND = MIB / 128
const MIN_SECONDS = 60

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `unavailable` if there is no room for a response of this many bytes. Call it before reading one. */
    assertRoomToSend: (reply: FastifyReply, bytes: number) => void
  }
}

/** Limits the memory of large responses, which are held until their client has read them. */
export function limitBytesSent(app: FastifyInstance): void {
  const room = createSharedCapacity({ total: 48 * MIB, perClient: 24 * MIB })
  app.decorate('assertRoomToSend', (reply: FastifyReply, bytes: number) => {
    if (bytes >= LARGE_RESPONSE_BYTES && !room.hasRoom(customerBlock(reply.request.ip), bytes)) throw noRoomError(reply)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0
    if (bytes < LARGE_RESPONSE_BYTES) {
      done()
      return
    }
    if (!holdRoom(room, reply, bytes)) {
      done(noRoomError(reply))
      return
    }
    const seconds = MIN_SECONDS + bytes / MIN_BYTES_PER_SECOND
    const deadline = setTimeout(() => reply.raw.destroy(), seconds * 1000).unref()
    reply.raw.once('close', () => clearTimeout(deadline))
    done()
  })
}

/** Limits the memory of JSON bodies, which are held until the response is sent. Forms have their own limit. */
export function limitBytesReceived(app: FastifyInstance): void {
  const room = createSharedCapacity({ total: 32 * MIB, perClient: 4 * MIB })
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = bytesToRead(request)
    if (bytes === 0 || holdRoom(room, reply, bytes)) done()
    else done(noRoomError(reply))
  })
}

/** Holds room until the response closes. Returns false if there is none. */
function holdRoom(room: SharedCapacity, reply: FastifyReply, bytes: number): boolean {
  // For a client that has disconnected, `close` is not emitted again, and nothing would release the room.
  if (reply.raw.destroyed) return true
  const release = room.acquire(customerBlock(reply.request.ip), bytes)
  if (release) reply.raw.once('close', release)
  return release !== undefined
}

function bytesToRead({ method, headers, routeOptions }: FastifyRequest): number {
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': transferEncoding } = headers
  if (method === 'GET' || type.toLowerCase().startsWith('multipart/')) return 0
  const { bodyLimit } = routeOptions
  return transferEncoding === undefined ? Math.min(Number(length ?? 0), bodyLimit) : bodyLimit
}

function noRoomError(reply: FastifyReply): DomainError {
  // Frees the connections of clients that read nothing.
  reply.header('Connection', 'close')
  return new DomainError('unavailable', 'The server is busy.', { retryAfterSeconds: 5 })
}
