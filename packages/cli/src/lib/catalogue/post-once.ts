import { ApiError } from '@rapport/core/api/api-error.ts'
import type { OperationId } from '@rapport/core/operations.ts'
import type { Deps } from '#cli/deps.ts'
import { retryDelay } from '#cli/lib/call.ts'

export interface Post<Data> {
  operation: OperationId
  send: () => Promise<Data>
  /** Looks on the server whether it has been done. */
  findDone: () => Promise<Data | undefined>
}

type PostDeps = Pick<Deps, 'call' | 'sleep' | 'debug'>

const LOST_ANSWERS = 4
const REFUSALS = 20

/**
 * Sends a POST until it is done, and never a second time before looking whether it has been: after a lost answer the
 * server is asked what it holds. Only 429 says for sure that nothing was done, and is waited out.
 */
export async function postOnce<Data>(post: Post<Data>, { call, sleep, debug }: PostDeps): Promise<Data> {
  let lost = 0
  let refused = 0
  let lastLost: ApiError | undefined
  for (;;) {
    let failure: ApiError
    try {
      return await call(post.operation, post.send)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure = error
    }
    const isLost = mayBeDone(failure)
    const isRefusal = failure.kind === 'status' && failure.status === 429
    if (isLost) {
      lost += 1
      lastLost = failure
    }
    if (isRefusal) refused += 1
    // A conflict after a lost answer is most likely with oneself.
    if (!isLost && !isRefusal) {
      const done = lastLost ? await look(post, lastLost) : undefined
      if (done !== undefined) return done
      throw failure
    }
    const delay = retryDelay(failure, Math.max(1, lost)) ?? (isLost ? 0 : undefined)
    if (delay === undefined || refused > REFUSALS) throw failure
    debug(`${post.operation}: ${failure.message} Looking again in ${Math.round(delay)} ms.`)
    await sleep(delay)
    if (isLost) {
      const done = await look(post, failure)
      if (done !== undefined) return done
      if (lost >= LOST_ANSWERS) throw failure
    }
  }
}

/** Where the server cannot be asked either, the answer that was lost is what went wrong. */
async function look<Data>({ findDone }: Post<Data>, lost: ApiError): Promise<Data | undefined> {
  try {
    return await findDone()
  } catch (error) {
    throw error instanceof ApiError && error.kind !== 'aborted' ? lost : error
  }
}

/** Whether the server may have done it although no proper answer says so. */
function mayBeDone({ kind, status }: ApiError): boolean {
  if (kind === 'network' || kind === 'timeout' || kind === 'bad_response') return true
  return kind === 'status' && (status === 502 || status === 503 || status === 504)
}
