import type { OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

/** The request that a response belongs to, for `unwrap`; set by the client, collected with the response. */
export const callContexts = new WeakMap<
  Response,
  {
    operation: OperationId
    onUnauthorized: () => void
    onDeviation: (deviation: Deviation) => void
  }
>()
