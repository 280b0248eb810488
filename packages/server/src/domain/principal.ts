import type { Scope } from '@rapport/core/api/operations.ts'
import type { Origin } from './origin.ts'

/** The admin behind a request, read from the database for this very request, and the session of the request. */
export interface Principal {
  userId: number
  email: string
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the token, in hex; the token itself is known to the client alone. */
  tokenHash: string
  /** The last proof of identity in this session, in epoch milliseconds. */
  provedAt: number
  /** The request is of a machine, by a token of the admin. */
  machine?: { token: string; scopes: readonly Scope[] }
  origin: Origin
}

/** The owner of an account after a correct one-time code: may choose a new password and nothing else. */
export interface ResetPrincipal {
  userId: number
  email: string | null
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the reset token, in hex. */
  resetTokenHash: string
  origin: Origin
}
