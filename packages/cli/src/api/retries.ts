import { ApiError } from '@rapport/core/api/api-error.ts'
import { mayAddRecord, operations, type OperationId } from '@rapport/core/api/operations.ts'
import type { WithRetry } from '@rapport/core/client/client.ts'
import pRetry from 'p-retry'
import { CliError, interruptedError, isInterruption } from '#cli/io/errors.ts'

export interface CallOptions {
  /** Waits. Rejects if the command is interrupted. */
  sleep: (milliseconds: number) => Promise<void>
  debug: (line: string) => void
  /** Explains a long wait on the terminal. */
  explainWait?: (message: string) => void
  random?: () => number
}

const MAX_ATTEMPTS = 4
/** Parallel calls share a rate limit, so each needs more attempts. */
const MAX_RATE_LIMITED_ATTEMPTS = 20
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8000
const MAX_RETRY_AFTER_S = 60
/** Waits of this length are explained on the terminal. */
const LONG_WAIT_MS = 5000

/**
 * Retries calls with full jitter if the failure may pass (network, timeout, 429, 502, 503, 504) and sending twice is safe.
 * Waits for `Retry-After` up to a minute.
 */
export function createWithRetry({ sleep, debug, explainWait, random = Math.random }: CallOptions): WithRetry {
  return (operation, send, { isRepeatable = operations[operation].method !== 'POST', onRetry } = {}) =>
    withRetries(() => send().catch((thrown: unknown) => Promise.reject(withOperation(operation, thrown))), {
      sleep,
      random,
      // 429 is the only retried failure after which nothing can have been added or restored.
      mayRepeat: ({ status }) =>
        isRepeatable || (status === 429 && (mayAddRecord(operation) || operation === 'restoreTrash')),
      onRetry(error, delay) {
        debug(`retry ${operation} in ${Math.round(delay)} ms: ${error.message}`)
        if (delay >= LONG_WAIT_MS)
          explainWait?.(`${error.message} Trying again in ${Math.round(delay / 1000)} seconds.`)
        else if (error.kind === 'timeout') explainWait?.(`${error.message} Trying again.`)
        onRetry?.(error)
      },
    })
}

interface RetryRules extends Pick<CallOptions, 'sleep' | 'random'> {
  mayRepeat?: (error: ApiError) => boolean
  onRetry: (error: ApiError, delay: number) => void
}

/** Repeats a call until it succeeds or retrying would not help. */
export function withRetries<Data>(
  send: () => Promise<Data>,
  { sleep, random, mayRepeat = () => true, onRetry }: RetryRules,
): Promise<Data> {
  return pRetry(send, {
    retries: MAX_RATE_LIMITED_ATTEMPTS - 1,
    // `shouldRetry` waits instead, because of Retry-After.
    minTimeout: 0,
    async shouldRetry({ error, attemptNumber }) {
      if (!(error instanceof ApiError) || !mayRepeat(error)) return false
      const delay = retryDelay(error, attemptNumber, random)
      if (delay === undefined) return false
      onRetry(error, delay)
      await sleep(delay).catch((reason: unknown) => {
        throw isInterruption(reason) ? interruptedError(error) : reason
      })
      return true
    },
  })
}

/** Adds the operation to an `ApiError`; errors of the transport pass through. */
export function withOperation(operation: OperationId, thrown: unknown): Error {
  if (!(thrown instanceof ApiError)) return thrown instanceof Error ? thrown : new Error(String(thrown))
  if (thrown.cause instanceof CliError) return thrown.cause
  if (thrown.operation) return thrown
  const { kind, message, ...details } = thrown
  return new ApiError(kind, message, { ...details, operation, cause: thrown.cause })
}

/** Returns milliseconds with full jitter, or undefined if retrying would not help. */
function retryDelay(error: ApiError, attemptNumber: number, random = Math.random): number | undefined {
  if (!isTransient(error) || attemptNumber >= (error.status === 429 ? MAX_RATE_LIMITED_ATTEMPTS : MAX_ATTEMPTS))
    return undefined
  if (error.retryAfterSeconds !== undefined) {
    return error.retryAfterSeconds <= MAX_RETRY_AFTER_S ? error.retryAfterSeconds * 1000 : undefined
  }
  return random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attemptNumber - 1))
}

/** Returns true if the call can be repeated after a short wait. */
export function isTransient({ kind, status }: ApiError): boolean {
  return kind === 'network' || kind === 'timeout' || (kind === 'status' && [429, 502, 503, 504].includes(status ?? 0))
}
