import type { OperationId } from './operations.ts'

/**
 * Why a call gave no data: the server refused it (`status`), it was not reached in time (`network`, `timeout`), the
 * caller gave up (`aborted`), the answer is outside the contract (`bad_response`), or the call was never made because
 * there is no token (`no_token`).
 */
export type ApiErrorKind = 'status' | 'network' | 'timeout' | 'aborted' | 'bad_response' | 'no_token'

interface Details {
  operation?: OperationId | undefined
  status?: number | undefined
  serverMessage?: string | undefined
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  reason?: string | undefined
  cause?: unknown
}

/** The one error that a call to the API ends with, in browser, terminal and CI alike. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly operation: OperationId | undefined
  /** The HTTP status, or the envelope's `code` where a server answers HTTP 200 with another `code`. */
  readonly status: number | undefined
  /** The envelope's `message`, made for people. */
  readonly serverMessage: string | undefined
  /** What is wrong with which field of the request, by the contract's field names. */
  readonly fields: Record<string, string>
  /** Names the request in the server's log. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** What to do about a 403, such as `confirm_identity`; only the reference server says it. */
  readonly reason: string | undefined

  constructor(kind: ApiErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.operation = details.operation
    this.status = details.status
    this.serverMessage = details.serverMessage
    this.fields = details.fields ?? {}
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.reason = details.reason
  }
}

/** Whether a deletion was refused since the record is gone already. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410)
}

/** Whether a save or deletion was refused since the record has another version by now. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412
}
