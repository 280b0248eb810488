/**
 * How far the clocks of two processes may differ, in milliseconds. What ends further ahead than this and its own time was
 * dated by a clock that was wrong, and does not count.
 */
export const CLOCK_SKEW_MS = 60_000
