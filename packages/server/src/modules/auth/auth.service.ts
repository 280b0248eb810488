import { availableParallelism } from 'node:os'
import { findAccount, forgetWrongCodes } from '#server/security/account.repo.ts'
import { canSignIn } from '#server/security/can-sign-in.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import type { AuditLog } from '#server/security/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { databaseProblem } from '#server/db/database-problem.ts'
import { uniqueKey } from '#server/db/user-row.ts'
import { CLOCK_SKEW_MS } from '#server/domain/clock-skew.ts'
import { boundedQueue } from '#server/domain/bounded-queue.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Origin } from '#server/domain/origin.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import type { ServerKey } from '#server/security/server-key.ts'
import type { Principal } from '#server/domain/principal.ts'
import type { PasswordHasher } from '#server/security/password-hash.ts'
import {
  deleteSession,
  deleteSpentSessions,
  findSession,
  holdPassword,
  insertSession,
  replacePasswordHash,
  touchSession,
} from './sessions.repo.ts'
import type { Attempt, SignInLimits } from './sign-in-limits.service.ts'

const IDLE_MS = 60 * 60 * 1000
const ABSOLUTE_MS = 12 * 60 * 60 * 1000
const SESSIONS_PER_ADMIN = 10
/** Sign-ins beyond those under way; another one is refused (`unavailable`). */
const MOST_WAITING = 32

/** How far the noted last use may be off: a console sends its requests in bursts, and one write will do for each. */
const TOUCH_MS = 1000

export type AuthService = ReturnType<typeof authService>

interface AuthDeps {
  database: Database
  hasher: PasswordHasher
  key: ServerKey
  clock: () => Date
  limits: SignInLimits
  audit: AuditLog
}

/** Signing in, signing out, and finding the admin of a session token. */
export function authService({ database, hasher, key, clock, limits, audit }: AuthDeps) {
  const { db } = database
  /** Each sign-in writes to the disk, and on SQLite everything else waits for that: so many are under way and no more. */
  const inQueue = boundedQueue(
    availableParallelism(),
    MOST_WAITING,
    'Too many people are signing in. Please try again in a moment.',
  )

  const signIn = (email: string, password: string, origin: Origin) =>
    inQueue(() => checkSignIn(email, password, origin))

  async function checkSignIn(email: string, password: string, origin: Origin): Promise<string> {
    const emailKey = uniqueKey(email)
    const account = await findAccount(db, emailKey)
    const mayTry = account !== undefined && canSignIn(account)
    // An unknown address must take as long as a wrong password, and each as long as it always does.
    const unmatched = hasher.unmatchedHash(key.mac('unmatched hash', emailKey))
    const phc = mayTry ? account.password_hash : unmatched
    const attempt = await countAttempt(emailKey, phc, origin)
    try {
      const isRight = await hasher.verify(password, phc)
      if (mayTry && isRight) return await openSession(account.id, password, attempt, origin)
    } catch (error) {
      // With a full disk, say, the right password would count as wrong at each try, and lock its owner out.
      if (!(error instanceof DomainError && error.kind === 'unauthorized')) await limits.undo(attempt)
      throw error
    }
    await recordFailure(attempt, account, origin)
    throw wrongCredentials()
  }

  async function countAttempt(emailKey: string, phc: string, origin: Origin): Promise<Attempt> {
    try {
      return await limits.countAttempt(emailKey, origin.address, phc)
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'too_many_requests') {
        await audit.recordLimited({ event: 'sign_in.limited', by: { origin }, emailKey })
      }
      throw error
    }
  }

  /** An unknown address is kept as a digest: it may be a password typed into the wrong field. */
  async function recordFailure(
    { emailKey, isLastKnown }: Attempt,
    account: { id: number; email: string | null } | undefined,
    origin: Origin,
  ): Promise<void> {
    const target = account && { target: { type: 'user', id: account.id } as const }
    await database.transaction(async (trx) => {
      await audit.recordBounded(trx, { event: 'sign_in.failed', by: { origin }, emailKey, ...target })
      if (isLastKnown && account?.email) {
        await insertMail(trx, { kind: 'sign_in_failures', recipient: account.email, now: clock().getTime() })
      }
    })
  }

  async function openSession(userId: number, password: string, attempt: Attempt, origin: Origin): Promise<string> {
    const { passwordHash: checked } = attempt
    const current = hasher.isOutdated(checked) ? await hasher.hash(password) : checked
    const token = newToken()
    const now = clock().getTime()
    await database.transaction(async (trx) => {
      // The password may have been changed while it was checked, and that ends what was signed in with the old one.
      if (!(await holdPassword(trx, database.engine, userId, checked))) throw wrongCredentials()
      if (current !== checked) await replacePasswordHash(trx, userId, current)
      await forgetWrongCodes(trx, userId)
      const session = { tokenHash: hashToken(token), userId, now }
      await insertSession(trx, { ...session, expiresAt: now + ABSOLUTE_MS })
      await deleteSpentSessions(trx, { ...session, most: SESSIONS_PER_ADMIN, idleSince: now - IDLE_MS })
      await limits.succeed(trx, attempt, current)
      const target = { type: 'user', id: userId } as const
      await audit.record(trx, { event: 'sign_in.succeeded', by: { userId, origin }, target })
    })
    return token
  }

  async function authenticate(token: string, origin: Origin): Promise<Principal> {
    const tokenHash = hashToken(token)
    const now = clock().getTime()
    const found = await findSession(db, {
      tokenHash,
      now,
      idleSince: now - IDLE_MS,
      until: now + ABSOLUTE_MS + CLOCK_SKEW_MS,
    })
    if (found === undefined || found.email === null || !canSignIn(found)) {
      throw new DomainError('unauthorized', 'Your session has ended. Please log in again.')
    }
    // In either direction: a clock may have been set back.
    if (Math.abs(now - found.last_used_at) >= TOUCH_MS) await noteUse(tokenHash, now)
    return {
      userId: found.id,
      email: found.email,
      firstName: found.first_name,
      lastName: found.last_name,
      tokenHash,
      origin,
    }
  }

  /** Reading goes on when the disk is full: the session then ends an hour after the last use that could be noted. */
  async function noteUse(tokenHash: string, now: number): Promise<void> {
    try {
      await touchSession(db, tokenHash, now)
    } catch (error) {
      if (databaseProblem(error) !== 'full') throw error
    }
  }

  async function signOut(caller: Principal): Promise<void> {
    const { userId: id, tokenHash } = caller
    await database.transaction(async (trx) => {
      await deleteSession(trx, tokenHash)
      await audit.record(trx, { event: 'sign_out', by: caller, target: { type: 'user', id } })
    })
  }

  return { signIn, authenticate, signOut }
}

function wrongCredentials(): DomainError {
  return new DomainError('unauthorized', 'Wrong email or password.')
}
