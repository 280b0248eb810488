import type { Scope } from '@rapport/core/api/operations.ts'

export interface ClientInfo {
  /** IP address of the client, or of an untrusted proxy. */
  ip: string
  /** The X-Request-Id of the response, which is also in the log. */
  requestId: string
  userAgent?: string | undefined
}

/** The admin who makes a request, read from the database for each request. */
export interface Principal {
  userId: number
  email: string
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the token, in hex. */
  tokenHash: string
  /** Time of the last password or code in this session, in epoch milliseconds. */
  identityConfirmedAt: number
  /** Set when the request came with an API token instead of a session. */
  apiToken?: { name: string; scopes: readonly Scope[] }
  client: ClientInfo
}

/** The owner of an account after a correct one-time code. They may choose a new password and nothing else. */
export interface ResetPrincipal {
  userId: number
  email: string | null
  firstName: string | null
  lastName: string | null
  /** SHA-256 of the reset token, in hex. */
  resetTokenHash: string
  client: ClientInfo
}
