import type { Origin } from './origin.ts'

/** Who has proved by a one-time code that the account is his, and may choose a new password for it. */
export interface ResetHolder {
  userId: number
  email: string | null
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the reset token, in hex. */
  resetTokenHash: string
  origin: Origin
}
