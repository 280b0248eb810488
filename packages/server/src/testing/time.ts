/** Time that only moves by `advance` of the test server. */
export const stoppedClock = () => new Date('2026-11-21T10:00:00Z')

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
