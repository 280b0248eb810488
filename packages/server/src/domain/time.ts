/** Units in milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * The most milliseconds by which the clocks of two processes may differ. A row that ends later than its lifetime plus this was
 * dated by a wrong clock, and is ignored.
 */
export const CLOCK_SKEW_MS = 60 * SECOND
