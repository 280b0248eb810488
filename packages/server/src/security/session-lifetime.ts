import { HOUR } from '#server/domain/time.ts'

export const SESSION_IDLE_MS = HOUR
export const SESSION_MAX_AGE_MS = 12 * HOUR
