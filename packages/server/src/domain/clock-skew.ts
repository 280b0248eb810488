import { MINUTE } from './time.ts'

/**
 * The most milliseconds by which the clocks of two processes may differ. A row that ends later than its lifetime plus this was
 * dated by a wrong clock, and is ignored.
 */
export const CLOCK_SKEW_MS = MINUTE
