// Help texts import this file, so it imports nothing itself: help must start fast.

/** More concurrency does not make Node's fetch faster, and slows the server down for others. */
export const CONCURRENCY = 8
