import type { Origin } from './origin.ts'

/** The owner of an account, proved by a one-time code, who may choose a new password for it. */
export interface ResetPrincipal {
  userId: number
  email: string | null
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the reset token, in hex. */
  resetTokenHash: string
  origin: Origin
}
