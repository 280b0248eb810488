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
/** Bytes of a JSON body that always have room: more than a sign-in or a save has. */
const FREE_BYTES = 4 * 1024
const STEP_BYTES = 16 * 1024

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits the time of a stream, and the memory of what it keeps. Throws `unavailable` if there is no room. */
    limitSending: (reply: FastifyReply, bytes: number, keptBytes: number) => void
  }
}

/** Limits the memory of large responses, which are kept until their client has read them. */
export function limitBytesSent(app: FastifyInstance): void {
  const room = createSharedCapacity({ total: 48 * MIB, perClient: 24 * MIB })
  function limitSending(reply: FastifyReply, bytes: number, keptBytes = bytes): void {
    if (!holdRoom(room, reply, keptBytes)) throw noRoomError(reply)
    const seconds = MIN_SECONDS + bytes / MIN_BYTES_PER_SECOND
    const deadline = setTimeout(() => reply.raw.destroy(), seconds * 1000).unref()
    reply.raw.once('close', () => clearTimeout(deadline))
  }
  app.decorate('limitSending', limitSending)
  app.addHook('onSend', async (_request, reply, payload) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0
    if (bytes >= LARGE_RESPONSE_BYTES) limitSending(reply, bytes)
  })
}

/**
 * Limits the time and the memory of JSON bodies. Bytes count as they arrive, and are held until the response is sent; the first
 * 4 KiB do not count, so that clients that fill the room keep nobody from signing in. Forms have their own limits.
 */
export function limitBytesReceived(app: FastifyInstance, maxMs: number): void {
  const room = createSharedCapacity({ total: 32 * MIB, perClient: 4 * MIB })
  app.addHook('preParsing', (request, reply, body, done) => {
    if (!isReadAsJson(request)) {
      done()
      return
    }
    const { bodyLimit } = request.routeOptions
    let received = 0
    let paidFor = FREE_BYTES
    const refuse = (error: Error) => body.off('data', count).emit('error', error)
    const deadline = setTimeout(() => refuse(tooSlowError(reply)), maxMs)
    const clearDeadline = () => clearTimeout(deadline)
    body.on('data', count).once('end', clearDeadline).once('close', clearDeadline).on('error', clearDeadline)
    done()

    function count(chunk: Buffer): void {
      received += chunk.length
      for (; paidFor < Math.min(received, bodyLimit); paidFor += STEP_BYTES) {
        if (!holdRoom(room, reply, STEP_BYTES)) {
          refuse(noRoomError(reply))
          return
        }
      }
    }
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

function isReadAsJson({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' && !headers['content-type']?.toLowerCase().startsWith('multipart/')
}

function tooSlowError(reply: FastifyReply): DomainError {
  reply.header('Connection', 'close')
  return new DomainError('request_timeout', 'The request took too long to arrive.')
}

function noRoomError(reply: FastifyReply): DomainError {
  // Frees the connections of clients that read nothing.
  reply.header('Connection', 'close')
  return new DomainError('unavailable', 'The server is busy.', { retryAfterSeconds: 5 })
}
