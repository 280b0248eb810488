import type { Origin } from './origin.ts'

/** The admin behind a request, read from the database for this very request, and the session of the request. */
export interface Principal {
  userId: number
  email: string
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the token, in hex; the token itself is known to the client alone. */
  tokenHash: string
  origin: Origin
}
