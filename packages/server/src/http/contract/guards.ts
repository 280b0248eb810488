import type { Scope } from '@rapport/core/api/operations.ts'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ClientInfo, Principal, ResetPrincipal } from '#server/domain/principal.ts'

/** Each returns the owner of one kind of token, or throws `unauthorized`. */
export interface Guards {
  session: (token: string, client: ClientInfo) => Promise<Principal>
  apiToken: (token: string, client: ClientInfo) => Promise<Principal>
  reset: (token: string, client: ClientInfo) => Promise<ResetPrincipal>
  /** Throws `too_many_requests` when a session or an admin exceeds a limit. */
  checkRequestRate: (caller: Principal, kind: 'read' | 'write' | 'upload') => Promise<void>
}

/** Tokens are 256 bits in base64url; API tokens have a prefix. */
const BEARER = /^Bearer +((?:rpt_)?[A-Za-z0-9_-]{43})$/i

/** Reads the Authorization header (RFC 6750, section 2.1). Throws `unauthorized`. */
export function bearerToken(request: FastifyRequest): string {
  const { authorization } = request.headers
  if (authorization === undefined) {
    throw new DomainError('unauthorized', 'Authentication token not found. Please log in.')
  }
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) throw new DomainError('unauthorized', 'Your session has ended. Please sign in again.')
  return token
}

/** Throws `forbidden` when an API token is not for the operation. */
export function assertScope({ apiToken }: Principal, allowed: readonly Scope[] = []): void {
  if (apiToken === undefined || apiToken.scopes.some((scope) => allowed.includes(scope))) return
  const scopeNames = allowed.map((scope) => `“${scope}”`).join(' or ')
  const message =
    scopeNames === '' ? 'No token can do this. Please sign in.' : `This token lacks the scope ${scopeNames}.`
  throw new DomainError('forbidden', message, { reason: 'missing_scope' })
}
