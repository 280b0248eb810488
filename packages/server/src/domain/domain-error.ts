import type { Schemas } from '@rapport/core/api/contract-types.ts'

type DomainErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'request_timeout'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_type'
  | 'unprocessable'
  | 'too_many_requests'
  | 'unavailable'
  | 'bad_gateway'
  | 'gateway_timeout'

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
