import { DomainError } from './domain-error.ts'

/**
 * Lets `most` do their work at once and `mostWaiting` wait for it; whoever comes then is turned away (`unavailable`) with
 * this text.
 */
export function turns(most: number, mostWaiting: number, refusal: string) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= most) {
      if (waiting.length >= mostWaiting) {
        throw new DomainError('unavailable', refusal, { retryAfterSeconds: 1 })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
