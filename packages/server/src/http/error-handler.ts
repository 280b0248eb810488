import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { databaseProblem } from '#server/db/database-problem.ts'
import { DOMAIN_STATUS, DomainError } from '#server/domain/domain-error.ts'
import { headersFor } from './headers.ts'

interface Failure {
  status: number
  message: string
  fields?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
  reason?: string | undefined
}

/** Messages for errors without their own, or whose cause is not disclosed. */
const MESSAGES: Record<number, string> = {
  400: 'The request could not be understood.',
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There is nothing at this address.',
  405: 'This address does not accept this method.',
  413: 'The request is too large.',
  415: 'This kind of content is not accepted here.',
  429: 'Too many requests. Please try again later.',
  500: 'Something went wrong on the server. Please try again later.',
  502: 'The upstream server sent an invalid response.',
  503: 'The server is busy.',
  504: 'The upstream server took too long to respond.',
  507: 'The server cannot store anything: its disk is full or cannot be written to. Please tell its operator.',
}

const RETRY_AFTER_SECONDS = 5

/** Sends an error in the envelope, and logs its cause where the server may be at fault. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error)
  if (error instanceof DomainError) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'request refused')
  } else if (error === request.raw.errored) {
    // The client disconnected in the middle of its request.
    request.log.warn({ err: error }, 'request broken off')
  } else if (failure.status >= 500) {
    request.log.error({ err: error }, 'request failed')
  }
  return send(failure, request, reply)
}

export function sendStatus(status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(defaultFailure(status), request, reply)
}

function send(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message, fields, retryAfterSeconds, reason } = failure
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds)
  return reply
    .code(status)
    .headers(headersFor(request))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: status, message, data: null, errors: fields, reason, request_id: request.id }))
}

export function defaultFailure(status: number): Failure {
  return { status, message: MESSAGES[status] ?? (status < 500 ? MESSAGES[400] : MESSAGES[500]) ?? '' }
}

function toFailure(error: unknown): Failure {
  if (error instanceof DomainError) {
    const { kind, message, fields, retryAfterSeconds, reason } = error
    return { status: DOMAIN_STATUS[kind], message, fields, retryAfterSeconds, reason }
  }
  const problem = databaseProblem(error)
  if (problem === 'unwritable') return defaultFailure(507)
  if (problem === 'unavailable') return { ...defaultFailure(503), retryAfterSeconds: RETRY_AFTER_SECONDS }

  const { statusCode = 500, code }: Partial<FastifyError> = error instanceof Error ? error : {}
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return { status: 400, message: 'The body of the request is not valid JSON.' }
  }
  if (statusCode === 503) return { ...defaultFailure(503), retryAfterSeconds: RETRY_AFTER_SECONDS }
  return defaultFailure(statusCode >= 400 && statusCode < 500 ? statusCode : 500)
}
