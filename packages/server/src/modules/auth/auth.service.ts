import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import { databaseProblem } from '#server/db/database-problem.ts'
import { uniqueKey } from '#server/db/user-row.ts'
import { DomainError } from '#server/domain-error.ts'
import type { SignedIn } from '#server/signed-in.ts'
import { isOutdated, type PasswordHasher } from './password-hash.ts'
import {
  deleteSession,
  deleteSpentSessions,
  findAccount,
  findSession,
  insertSession,
  setPasswordHash,
  touchSession,
} from './sessions.repo.ts'

const IDLE_MS = 60 * 60 * 1000
const ABSOLUTE_MS = 12 * 60 * 60 * 1000
const SESSIONS_PER_ADMIN = 10
const TOKEN_BYTES = 32

/** How old the noted last use may grow: spares a write at most requests, and ends an idle session this much early. */
const TOUCH_MS = 10_000

/** Checked when there is no hash to check, so that an unknown e-mail address takes as long as a wrong password. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IDE2YQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export type AuthService = ReturnType<typeof authService>

interface AuthDeps {
  database: Database
  hasher: PasswordHasher
  clock: () => Date
}

/** Signing in and out, and telling who a session token belongs to. */
export function authService({ database, hasher, clock }: AuthDeps) {
  const { db } = database

  async function signIn(email: string, password: string): Promise<string> {
    const account = await findAccount(db, uniqueKey(email))
    const mayTry = account !== undefined && canSignIn(account)
    const phc = mayTry ? account.password_hash : NOBODYS_HASH
    const isRight = await hasher.verify(password, phc)
    if (!mayTry || !isRight) throw new DomainError('unauthorized', 'Wrong email or password.')

    if (isOutdated(phc)) await setPasswordHash(db, account.id, await hasher.hash(password))
    return openSession(account.id)
  }

  async function openSession(userId: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const now = clock().getTime()
    await database.transaction(async (trx) => {
      await insertSession(trx, { tokenHash: sha256(token), userId, now, expiresAt: now + ABSOLUTE_MS })
      await deleteSpentSessions(trx, userId, SESSIONS_PER_ADMIN, now, now - IDLE_MS)
    })
    return token
  }

  async function authenticate(token: string): Promise<SignedIn> {
    const tokenHash = sha256(token)
    const now = clock().getTime()
    const found = await findSession(db, tokenHash, now, now - IDLE_MS)
    if (found === undefined || found.email === null || !canSignIn(found)) {
      throw new DomainError('unauthorized', 'Your session has ended. Please log in again.')
    }
    if (now - found.last_used_at >= TOUCH_MS) await noteUse(tokenHash, now)
    return {
      userId: found.id,
      email: found.email,
      firstName: found.first_name,
      lastName: found.last_name,
      tokenHash,
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

  async function signOut(caller: SignedIn): Promise<void> {
    await deleteSession(db, caller.tokenHash)
  }

  return { signIn, authenticate, signOut }
}

/** The role alone is not enough: it also marks the app's users who pay for the Pro plan. */
function canSignIn<T extends { role: string | null; status: string | null; password_hash: string | null }>(
  account: T,
): account is T & { password_hash: string } {
  return account.role === 'admin' && account.status === 'active' && account.password_hash !== null
}

function sha256(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
