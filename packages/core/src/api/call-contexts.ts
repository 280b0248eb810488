import type { OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

export interface CallContext {
  operation: OperationId
  onUnauthorized: () => void
  onDeviation: (deviation: Deviation) => void
}

/** Tells `unwrap` which request a response belongs to. The client adds an entry per response. */
export const callContexts = new WeakMap<Response, CallContext>()
