// Imported for the help texts, so it imports nothing: help starts fast.

/** More concurrency does not make Node's fetch faster, and slows the server down for others. */
export const CONCURRENCY = 8
