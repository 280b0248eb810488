import pLimit from 'p-limit'
import { DomainError } from './domain-error.ts'

interface QueueOptions {
  running: number
  waiting: number
  /** Most places of one client, so that it cannot keep the others out; all of them unless given. */
  share?: number
  refusal: string
}

/** Runs at most `running` at once and queues `waiting` more. Throws `unavailable` with the refusal's text beyond. */
export function boundedQueue({ running, waiting, share = running + waiting, refusal }: QueueOptions) {
  const limit = pLimit(running)
  const places = new Map<string, number>()
  return async <T>(work: () => Promise<T>, client = ''): Promise<T> => {
    const taken = places.get(client) ?? 0
    if (limit.activeCount + limit.pendingCount >= running + waiting || taken >= share)
      throw new DomainError('unavailable', refusal, { retryAfterSeconds: 1 })
    places.set(client, taken + 1)
    return limit(work).finally(() => {
      const left = (places.get(client) ?? 1) - 1
      if (left === 0) places.delete(client)
      else places.set(client, left)
    })
  }
}
