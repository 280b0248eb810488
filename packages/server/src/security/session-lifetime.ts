/** A session ends an hour after its last use, and twelve hours after it was begun. */
export const SESSION_IDLE_MS = 60 * 60 * 1000
export const SESSION_MAX_AGE_MS = 12 * 60 * 60 * 1000
