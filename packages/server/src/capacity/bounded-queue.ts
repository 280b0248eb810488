import pLimit from 'p-limit'
import { DomainError } from '#server/domain/domain-error.ts'

/** Runs at most `maxConcurrent` at once, queues `maxWaiting` more, and above that throws `unavailable`. */
export function createBoundedQueue(maxConcurrent: number, maxWaiting: number, busyMessage: string) {
  const limit = pLimit(maxConcurrent)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount < maxConcurrent + maxWaiting) return limit(work)
    throw new DomainError('unavailable', busyMessage, { retryAfterSeconds: 1 })
  }
}
