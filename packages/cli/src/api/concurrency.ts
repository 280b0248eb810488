// Help texts import this file, so it imports nothing itself: help must start fast.

/** The default number of concurrent calls. More are not faster with Node's fetch, and slow the server down for others. */
export const CONCURRENCY = 8
