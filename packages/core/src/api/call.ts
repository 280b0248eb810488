import type { ApiError } from './api-error.ts'
import type { OperationId } from './operations.ts'

export interface RetryOptions {
  /** Whether the call may be sent again after its answer was lost: GET, PUT and DELETE unless said. */
  isRepeatable?: boolean
  onRetry?: (error: ApiError) => void
}

/** Makes a call, `send: () => unwrap(api.GET(…))`, again where that is safe. Throws `ApiError` that names its operation. */
export type Call = <Data>(operation: OperationId, send: () => Promise<Data>, options?: RetryOptions) => Promise<Data>

/** A call that knows whether the answer of an earlier try was lost, so that the server may have done it already. */
export function withLostAnswers(call: Call): { call: Call; isAnswerLost: () => boolean } {
  let isLost = false
  return {
    call: (operation, send, options) =>
      call(operation, send, {
        ...options,
        onRetry(error) {
          // Of what is tried again, only the refusal of a rate limit says for sure that nothing was done.
          isLost ||= error.status !== 429
          options?.onRetry?.(error)
        },
      }),
    isAnswerLost: () => isLost,
  }
}
