/** Makes a clock that only moves by `advance`. */
export function fakeClock() {
  let now = Date.parse('2026-11-21T10:00:00Z')
  return { clock: () => new Date(now), advance: (ms: number) => (now += ms) }
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
