import { DomainError } from '#server/domain/domain-error.ts'

interface ShareOptions {
  total: number
  /** The most that a client may hold, so that others get their share. */
  perClient: number
}

export type SharedCapacity = ReturnType<typeof createSharedCapacity>

/** Divides places or bytes among clients. Any amount is granted while nothing else counts against its limit. */
export function createSharedCapacity({ total, perClient }: ShareOptions) {
  const usedByClient = new Map<string, number>()
  let usedTotal = 0

  function add(client: string, amount: number): void {
    const sum = (usedByClient.get(client) ?? 0) + amount
    usedTotal += amount
    if (sum === 0) usedByClient.delete(client)
    else usedByClient.set(client, sum)
  }

  const fits = (current: number, amount: number, max: number) => current === 0 || current + amount <= max
  const fitsShare = (client: string, amount = 1) => fits(usedByClient.get(client) ?? 0, amount, perClient)

  /** Returns a function that releases the amount; undefined if there is no room. */
  function acquire(client: string, amount = 1): (() => void) | undefined {
    if (!fits(usedTotal, amount, total) || !fitsShare(client, amount)) return undefined
    add(client, amount)
    let isReleased = false
    return () => {
      if (!isReleased) add(client, -amount)
      isReleased = true
    }
  }

  return { fitsShare, acquire }
}

interface PlaceOptions extends ShareOptions {
  message: string
  onRefused?: () => void
}

/**
 * Creates a function that takes a place and returns one that releases it. It throws `too_many_requests` for a client that has its
 * share, and `unavailable` when all places are taken, both with `message`.
 */
export function createPlaces({ message, onRefused, ...options }: PlaceOptions) {
  const places = createSharedCapacity(options)
  return (client: string): (() => void) => {
    const release = places.acquire(client)
    if (release) return release
    onRefused?.()
    const kind = places.fitsShare(client) ? 'unavailable' : 'too_many_requests'
    throw new DomainError(kind, message, { retryAfterSeconds: 1 })
  }
}

/** Creates a function that runs work in a place, and throws as `createPlaces` does. */
export function createAdmission(options: PlaceOptions) {
  const takePlace = createPlaces(options)
  return async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    const release = takePlace(client)
    return work().finally(release)
  }
}
