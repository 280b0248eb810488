import type { Schemas } from '@rapport/core/api/contract-types.ts'

/** The HTTP status of each kind of error. */
export const DOMAIN_STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  unavailable: 503,
  bad_gateway: 502,
  gateway_timeout: 504,
}

type DomainErrorKind = keyof typeof DOMAIN_STATUS

type Reason = NonNullable<Schemas['Failure']['reason']>

interface Details {
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** For programs: how to continue. */
  reason?: Reason
  /** Logged as a warning; set it where the server may be at fault. */
  cause?: unknown
}

/** An error with a message for people, thrown by services and guards; only `http/error-handler.ts` translates it. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly kind: DomainErrorKind
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly reason: Reason | undefined

  constructor(kind: DomainErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.reason = details.reason
  }
}

/** Creates the error about one field, which has the message too. */
export function fieldError(kind: DomainErrorKind, field: string, message: string): DomainError {
  return new DomainError(kind, message, { fields: { [field]: message } })
}
