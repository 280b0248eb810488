import type { ApiError } from './api-error.ts'
import type { OperationId } from './operations.ts'

export interface RetryOptions {
  /** Whether to send the call again after its response was lost. Defaults to true for GET, PUT and DELETE. */
  isRepeatable?: boolean
  onRetry?: (error: ApiError) => void
}

/**
 * Sends a call, and repeats it where that is safe. `send` is `() => unwrap(api.GET(…))`. Throws an `ApiError` that names the
 * operation.
 */
export type WithRetry = <Data>(
  operation: OperationId,
  send: () => Promise<Data>,
  options?: RetryOptions,
) => Promise<Data>

/** Wraps `withRetry` to remember whether a response was lost, after which the server may have done the work already. */
export function trackLostResponse(withRetry: WithRetry): { withRetry: WithRetry; isResponseLost: () => boolean } {
  let isLost = false
  return {
    withRetry: (operation, send, options) =>
      withRetry(operation, send, {
        ...options,
        onRetry(error) {
          // 429 is the only retried failure after which the server cannot have done anything.
          isLost ||= error.status !== 429
          options?.onRetry?.(error)
        },
      }),
    isResponseLost: () => isLost,
  }
}

/** Sends a call once. */
export const withoutRetry: WithRetry = (_operation, send) => send()
