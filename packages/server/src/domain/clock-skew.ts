/**
 * The clocks of two processes may differ by this many milliseconds. A row that ends further ahead than this and its own time
 * was dated by a wrong clock and does not count.
 */
export const CLOCK_SKEW_MS = 60_000
