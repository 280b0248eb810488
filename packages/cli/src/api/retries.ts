import { ApiError } from '@rapport/core/api/api-error.ts'
import { mayAddRecord, operations, type OperationId } from '@rapport/core/api/operations.ts'
import type { WithRetry } from '@rapport/core/client/client.ts'
import { formatDuration } from '@rapport/core/text/duration.ts'
import pRetry from 'p-retry'
import { CliError, interruptedError, isInterruption } from '#cli/io/errors.ts'
import type { Terminal } from '#cli/io/terminal.ts'

export interface CallOptions {
  /** Waits. Rejects if the command is interrupted. */
  sleep: (milliseconds: number) => Promise<void>
  debug: (line: string) => void
  /** Says that a call waits before it is sent again. */
  onWait?: OnWait | undefined
  random?: () => number
}

export type OnWait = (error: ApiError, delay: number) => void

const MAX_ATTEMPTS = 4
/** Parallel calls share a rate limit, so each needs more attempts. */
const MAX_RATE_LIMITED_ATTEMPTS = 20
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8000
const MAX_RETRY_AFTER_S = 60
/** All waits of one call together. */
const MAX_TOTAL_WAIT_MS = 300_000
/** Shorter waits are not worth a line, and parallel calls wait for the same reason. */
const [LONG_WAIT_MS, LINE_INTERVAL_MS] = [2000, 10_000]

/** Creates the function that explains long waits, in a log with a line in ten seconds at most. */
export function createWaitReport(
  { explain, isTerminal }: Pick<Terminal, 'explain' | 'isTerminal'>,
  now: () => Date,
): OnWait {
  let nextLineAt = 0
  return ({ message, kind }, delay) => {
    if ((delay < LONG_WAIT_MS && kind !== 'timeout') || (!isTerminal && now().getTime() < nextLineAt)) return
    nextLineAt = now().getTime() + LINE_INTERVAL_MS
    explain(
      delay < LONG_WAIT_MS
        ? `${message} Trying again.`
        : `${message} Trying again in ${formatDuration(Math.round(delay / 1000))}.`,
    )
  }
}

/**
 * Retries calls with full jitter if the failure may pass (network, timeout, 429, 502, 503, 504) and sending twice is safe.
 * Waits for `Retry-After` up to a minute, and five minutes in all.
 */
export function createWithRetry({ sleep, debug, onWait, random = Math.random }: CallOptions): WithRetry {
  return (operation, send, { isRepeatable = operations[operation].method !== 'POST', onRetry } = {}) =>
    withRetries(() => send().catch((thrown: unknown) => Promise.reject(withOperation(operation, thrown))), {
      sleep,
      random,
      // 429 is the only retried failure after which nothing can have been added or restored.
      mayRepeat: ({ status }) =>
        isRepeatable || (status === 429 && (mayAddRecord(operation) || operation === 'restoreTrash')),
      onRetry(error, delay) {
        debug(`retry ${operation} in ${Math.round(delay)} ms: ${error.message}`)
        onWait?.(error, delay)
        onRetry?.(error)
      },
    })
}

interface RetryRules extends Pick<CallOptions, 'sleep' | 'random'> {
  mayRepeat?: (error: ApiError) => boolean
  onRetry: OnWait
}

/** Repeats a call until it succeeds or retrying would not help. */
export function withRetries<Data>(
  send: () => Promise<Data>,
  { sleep, random, mayRepeat = () => true, onRetry }: RetryRules,
): Promise<Data> {
  let waited = 0
  return pRetry(send, {
    retries: MAX_RATE_LIMITED_ATTEMPTS - 1,
    // `shouldRetry` waits instead, because of Retry-After.
    minTimeout: 0,
    async shouldRetry({ error, attemptNumber }) {
      if (!(error instanceof ApiError) || !mayRepeat(error)) return false
      const delay = retryDelay(error, attemptNumber, random)
      if (delay === undefined || (waited += delay) > MAX_TOTAL_WAIT_MS) return false
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
  return thrown.operation ? thrown : thrown.ofOperation(operation)
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
function isTransient({ kind, status }: ApiError): boolean {
  return kind === 'network' || kind === 'timeout' || (kind === 'status' && [429, 502, 503, 504].includes(status ?? 0))
}
