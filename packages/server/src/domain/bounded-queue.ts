import pLimit from 'p-limit'
import { DomainError } from './domain-error.ts'

/** Runs at most `running` at once and queues `waiting` more. Beyond that, throws `unavailable` with the text of `refusal`. */
export function boundedQueue(running: number, waiting: number, refusal: string) {
  const limit = pLimit(running)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount < running + waiting) return limit(work)
    throw new DomainError('unavailable', refusal, { retryAfterSeconds: 1 })
  }
}
