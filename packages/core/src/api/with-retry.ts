import type { ApiError } from './api-error.ts'
import type { OperationId } from './operations.ts'

export interface RetryOptions {
  /** Whether to send the call again after its response was lost. Defaults to true for GET, PUT and DELETE. */
  isRepeatable?: boolean
  onRetry?: (error: ApiError) => void
}

/** Sends a call, and repeats it where that is safe. Throws an `ApiError` that names the operation. */
export type WithRetry = <Data>(
  operation: OperationId,
  send: () => Promise<Data>,
  options?: RetryOptions,
) => Promise<Data>
