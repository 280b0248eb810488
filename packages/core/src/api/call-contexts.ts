import type { OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

/** What `unwrap` needs to know of the call that an answer belongs to; set by the client, gone with the answer. */
export const callContexts = new WeakMap<
  Response,
  {
    operation: OperationId
    onUnauthorized: () => void
    onDeviation: (deviation: Deviation) => void
  }
>()
