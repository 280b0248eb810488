import { ignoreUnwritable } from '#server/db/database-problem.ts'
import type { ClientInfo, Principal } from '#server/domain/principal.ts'
import { CLOCK_SKEW_MS } from '#server/domain/time.ts'
import { canSignIn } from '#server/security/account-rules.ts'
import { sessionEndedError, SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from '#server/security/assert-session-active.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { hashToken } from '#server/security/token.ts'
import { findSession, touchSession } from './sign-in-sessions.repo.ts'

/** Consoles send requests in bursts, so the last use is written at most once a second. */
const LAST_USE_INTERVAL_MS = 1000

export function createAuthenticate({ database: { db }, clock }: ServiceDeps) {
  return async function authenticate(token: string, client: ClientInfo): Promise<Principal> {
    const tokenHash = hashToken(token)
    const now = clock().getTime()
    const session = await findSession(db, {
      tokenHash,
      now,
      idleSince: now - SESSION_IDLE_MS,
      latestExpiry: now + SESSION_MAX_AGE_MS + CLOCK_SKEW_MS,
    })
    if (session === undefined || session.email === null || !canSignIn(session)) {
      throw sessionEndedError()
    }
    // Both directions count, since the clock may have been set back. While the database is unwritable, the session ends an hour
    // after the last use that was written.
    if (Math.abs(now - session.last_used_at) >= LAST_USE_INTERVAL_MS)
      await ignoreUnwritable(touchSession(db, tokenHash, now))
    return {
      userId: session.id,
      email: session.email,
      firstName: session.first_name,
      lastName: session.last_name,
      tokenHash,
      identityConfirmedAt: session.proved_at,
      client,
    }
  }
}
