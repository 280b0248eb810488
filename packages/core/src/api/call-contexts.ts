import type { OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

export interface CallContext {
  operation: OperationId
  onUnauthorized: () => void
  onDeviation: (deviation: Deviation) => void
}

/** The context of each response, which the client records for `unwrap`. */
export const callContexts = new WeakMap<Response, CallContext>()
