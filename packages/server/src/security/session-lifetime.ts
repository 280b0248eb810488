/** A session ends an hour after its last use, and twelve hours after sign-in. */
export const SESSION_IDLE_MS = 60 * 60 * 1000
export const SESSION_MAX_AGE_MS = 12 * 60 * 60 * 1000
