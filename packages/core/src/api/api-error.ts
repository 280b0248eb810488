import type { OperationId } from './operations.ts'

/**
 * Why a call failed. `status`: the server refused. `network`, `timeout`: no response. `aborted`: cancelled by the caller.
 * `bad_response`: a response outside the contract. `no_token`: not sent, since no token is stored.
 */
export type ApiErrorKind = 'status' | 'network' | 'timeout' | 'aborted' | 'bad_response' | 'no_token'

type DetailName = 'operation' | 'status' | 'serverMessage' | 'fields' | 'requestId' | 'retryAfterSeconds' | 'reason'

/** The error of every failed API call. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  declare readonly operation: OperationId | undefined
  /** The HTTP status, or the envelope's `code` if it is 401 or hides behind HTTP 2xx. */
  declare readonly status: number | undefined
  /** The envelope's `message`, written for people. */
  declare readonly serverMessage: string | undefined
  /** Error messages by field of the request. */
  readonly fields: Record<string, string> = {}
  /** Identifies the request in the server's log. */
  declare readonly requestId: string | undefined
  declare readonly retryAfterSeconds: number | undefined
  /** Why the reference server refused with 403, such as `confirm_identity`. */
  declare readonly reason: string | undefined

  constructor(
    kind: ApiErrorKind,
    message: string,
    { cause, ...details }: { [Name in DetailName]?: ApiError[Name] } & ErrorOptions = {},
  ) {
    super(message, { cause })
    this.kind = kind
    Object.assign(this, details)
  }

  /** Returns the error as that of another call, which this one was made for. */
  ofOperation(operation: OperationId): ApiError {
    const { kind, message, ...details } = this
    return new ApiError(kind, message, { ...details, operation, cause: this.cause })
  }
}

/** Returns true if the server no longer has the record. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410)
}

const NEVER_ARRIVED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** Returns true if there is no readable response, but the server may have done the work. */
export function mayHaveArrived(error: ApiError): boolean {
  if (error.kind === 'network') return !NEVER_ARRIVED.has(causeCode(error))
  return error.kind === 'timeout' || error.kind === 'bad_response' || [502, 503, 504].includes(error.status ?? 0)
}

/** Returns the system's error code, such as ECONNREFUSED, or an empty string. */
export function causeCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return ''
}
