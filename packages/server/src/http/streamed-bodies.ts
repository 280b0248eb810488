import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import { MAX_FORM_BYTES } from './contract/multipart.ts'
import { defaultFailure } from './error-handler.ts'

/** Accepts JSON or forms as streams, within the server's limits. */
export function acceptStreams(scope: FastifyInstance, isForm: boolean): void {
  const maxBytes = isForm ? MAX_FORM_BYTES : (scope.initialConfig.bodyLimit ?? 0)
  const type = isForm ? /^multipart\/form-data(?:;|$)/ : 'application/json'
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(type, (request, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0)
    const isEmpty = length === 0 && request.headers['transfer-encoding'] === undefined
    if (isEmpty) done(null, undefined)
    else if (length > maxBytes) done(tooLargeError())
    else done(null, limitBytes(payload, request, maxBytes))
  })
}

function limitBytes(payload: Readable, { raw }: FastifyRequest, maxBytes: number): Readable {
  const limitedStream = byteLimit(maxBytes, tooLargeError)
  payload
    .once('error', (error) => limitedStream.destroy(error))
    .once('close', () => {
      if (!raw.complete) limitedStream.destroy(new Error('The client closed the connection.'))
    })
  return payload.pipe(limitedStream)
}

/** Creates a stream that passes bytes on, and fails after this many. */
export function byteLimit(maxBytes: number, createError: () => Error): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      if (bytes <= maxBytes) next(null, chunk)
      else next(createError())
    },
  })
}

function tooLargeError(): DomainError {
  return new DomainError('too_large', defaultFailure(413).message)
}
