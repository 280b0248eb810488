import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import {
  findAccount,
  findAccountById,
  forgetWrongCodes,
  lockIfPasswordUnchanged,
  replacePasswordHash,
} from '#server/security/account.repo.ts'
import { canSignIn } from '#server/security/account-rules.ts'
import { customerBlock } from '#server/security/limits/ip-block.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import type { Database, Db } from '#server/db/client.ts'
import { ignoreDiskFull } from '#server/db/database-problem.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { CLOCK_SKEW_MS } from '#server/domain/clock-skew.ts'
import { createAdmission } from '#server/capacity/client-capacity.ts'
import { formatDevice } from './device.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ClientInfo } from '#server/domain/client-info.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { sessionEndedError } from '#server/security/assert-session-active.ts'
import type { ServerKey } from '#server/security/server-key.ts'
import type { Principal } from '#server/domain/principal.ts'
import type { PasswordHasher } from '#server/security/password-hash.ts'
import type { TwoFactor } from '#server/security/two-factor.ts'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from '#server/security/session-lifetime.ts'
import { countChallengeAttempt, deleteChallenge, insertChallenge } from './challenges.repo.ts'
import {
  deleteSession,
  pruneSessions,
  findSession,
  insertSession,
  recordIdentityConfirmed,
  touchSession,
} from './sign-in-sessions.repo.ts'
import type { CodeAttempt } from './code-limits.service.ts'
import type { PasswordAttempt } from './password-limits.service.ts'
import type { SignInLimits } from './sign-in-limits.service.ts'

const SESSIONS_PER_ADMIN = 10
const CHALLENGE_MS = 5 * 60 * 1000
const CHALLENGE_ATTEMPTS = 5
const MAX_CONCURRENT = availableParallelism()
/** Sign-ins that may wait; any further one gets `unavailable`. */
const MAX_WAITING = 32
const MAX_PER_CUSTOMER_BLOCK = 16

/** Consoles send requests in bursts, so the last use is written at most once a second. */
const LAST_USE_INTERVAL_MS = 1000

export type AuthService = ReturnType<typeof createAuthService>

interface AuthDeps {
  database: Database
  hasher: PasswordHasher
  key: ServerKey
  clock: () => Date
  limits: SignInLimits
  audit: AuditLog
  twoFactor: TwoFactor
}

/** A correct password opens a session or, with two-factor authentication, a challenge. */
type SignInResult = { token: string } | { challenge: string }

interface Failure {
  event: 'sign_in.failed' | 'two_factor.failed' | 'identity.refused'
  /** Stored as a digest, since a password may have been typed into the wrong field. */
  emailKey?: string
  account: { id: number; email: string | null } | undefined
  client: ClientInfo
}

export function createAuthService({ database, hasher, key, clock, limits, audit, twoFactor }: AuthDeps) {
  const { db } = database
  /** Bounds concurrent sign-ins: each writes to the disk, and on SQLite all other writes wait for it. */
  const limitConcurrency = pLimit(MAX_CONCURRENT)
  const admit = createAdmission({
    total: MAX_CONCURRENT + MAX_WAITING,
    perClient: MAX_PER_CUSTOMER_BLOCK,
    message: 'Too many people are signing in. Please try again in a moment.',
  })
  const enqueue = <T>({ ip }: ClientInfo, work: () => Promise<T>) =>
    admit(customerBlock(ip), () => limitConcurrency(work))

  const login = (email: string, password: string, client: ClientInfo) =>
    enqueue(client, () => signInWithPassword(email, password, client))

  async function signInWithPassword(email: string, password: string, client: ClientInfo): Promise<SignInResult> {
    const emailKey = uniqueKey(email)
    const account = await findAccount(db, emailKey)
    const isAllowed = account !== undefined && canSignIn(account)
    // Unknown emails get a hash too, so that they take as long as a wrong password. It is derived from the email,
    // since the time of a check depends on the salt.
    const dummyHash = hasher.dummyHash(key.mac('unmatched hash', emailKey))
    const passwordHash = isAllowed ? account.password_hash : dummyHash
    const attempt = await countPasswordAttempt(emailKey, passwordHash, client)
    const result = await undoOnError(attempt, async () => {
      const isRight = await hasher.verify(password, passwordHash)
      if (!isAllowed || !isRight) return
      const newHash = hasher.isOutdated(passwordHash) ? await hasher.hash(password) : undefined
      return continueSignIn(account, { attempt, newHash, client })
    })
    if (result !== undefined) return result
    await recordFailure(attempt, { event: 'sign_in.failed', emailKey, account, client })
    throw wrongCredentialsError()
  }

  /** After an error such as a full disk, a correct password or code must not count as wrong and lock the owner out. */
  async function undoOnError<T>(attempt: PasswordAttempt | CodeAttempt, check: () => Promise<T>): Promise<T> {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'unauthorized')) await limits.undo(attempt)
      throw error
    }
  }

  async function countPasswordAttempt(
    emailKey: string,
    passwordHash: string,
    client: ClientInfo,
  ): Promise<PasswordAttempt> {
    try {
      return await limits.countPasswordAttempt(emailKey, client.ip, passwordHash)
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'too_many_requests') {
        await audit.recordRateLimited({ event: 'sign_in.limited', actor: { client }, emailKey })
      }
      throw error
    }
  }

  async function recordFailure(
    attempt: PasswordAttempt | CodeAttempt,
    { account, client, ...entry }: Failure,
  ): Promise<void> {
    const target = account && { target: { type: 'user', id: account.id } as const }
    await database.transaction(async (trx) => {
      await audit.recordCapped(trx, { ...entry, actor: { client }, ...target })
      const isPassword = attempt.kind === 'password'
      const kind = isPassword ? 'sign_in_failures' : 'two_factor_failures'
      const shouldNotify = isPassword ? attempt.isLastBeforeSlowdown : await limits.shouldNotifyOwner(trx, attempt)
      if (shouldNotify && account?.email) {
        await insertMail(trx, { kind, recipient: account.email, now: clock().getTime() })
      }
    })
  }

  async function continueSignIn(
    { id: userId, email }: { id: number; email: string | null },
    { attempt, newHash, client }: { attempt: PasswordAttempt; newHash: string | undefined; client: ClientInfo },
  ): Promise<SignInResult> {
    const token = newToken()
    const now = clock().getTime()
    const hasTwoFactor = await database.transaction(async (trx) => {
      // A password changed during the check also ends this sign-in.
      if (!(await lockIfPasswordUnchanged(trx, database.engine, userId, attempt.passwordHash)))
        throw wrongCredentialsError()
      if (newHash !== undefined) await replacePasswordHash(trx, userId, newHash)
      if (await twoFactor.isEnabled(trx, userId)) {
        const target = { type: 'user', id: userId } as const
        await audit.record(trx, { event: 'sign_in.challenged', actor: { client }, target })
        const shouldNotify = await limits.acceptPassword(trx, attempt)
        if (shouldNotify && email !== null) await insertMail(trx, { kind: 'password_entered', recipient: email, now })
        await insertChallenge(trx, { challengeHash: hashToken(token), userId, now, expiresAt: now + CHALLENGE_MS })
        return true
      }
      await openSession(trx, { userId, token, client, now })
      const isUnfamiliar = await limits.recordSuccess(trx, attempt, newHash ?? attempt.passwordHash)
      if (isUnfamiliar && email !== null) await insertMail(trx, { kind: 'new_place', recipient: email, now })
      return false
    })
    return hasTwoFactor ? { challenge: token } : { token }
  }

  async function verifyTwoFactor(challenge: string, code: string, client: ClientInfo): Promise<string> {
    const challengeHash = hashToken(challenge)
    const now = clock().getTime()
    const userId = await countChallengeAttempt(db, {
      challengeHash,
      now,
      latestExpiry: now + CHALLENGE_MS + CLOCK_SKEW_MS,
      max: CHALLENGE_ATTEMPTS,
    })
    const account = userId === undefined ? undefined : await findAccountById(db, userId)
    if (account === undefined || account.email === null || !canSignIn(account)) throw signInEndedError()
    const { id, email } = account
    const source = { emailKey: uniqueKey(email), passwordHash: account.password_hash }
    const attempt = await limits.countCodeAttempt(source, { code, ip: client.ip })
    const token = newToken()
    const isRight = await undoOnError(attempt, async () => {
      if (!(await twoFactor.consumeCode(id, code))) return false
      await database.transaction(async (trx) => {
        // A password changed during the check also ends this sign-in.
        const isUnchanged = await lockIfPasswordUnchanged(trx, database.engine, id, attempt.passwordHash)
        if (!isUnchanged || !(await deleteChallenge(trx, challengeHash))) throw signInEndedError()
        await openSession(trx, { userId: id, token, client, now })
        const isUnfamiliar = await limits.recordSuccess(trx, attempt, attempt.passwordHash)
        if (isUnfamiliar) await insertMail(trx, { kind: 'new_place', recipient: email, now })
      })
      return true
    })
    if (!isRight) {
      await recordFailure(attempt, { event: 'two_factor.failed', account, client })
      throw wrongCodeError()
    }
    return token
  }

  async function openSession(
    trx: Db,
    { userId, token, client, now }: { userId: number; token: string; client: ClientInfo; now: number },
  ): Promise<void> {
    await forgetWrongCodes(trx, userId)
    const session = { tokenHash: hashToken(token), userId, now }
    const device = formatDevice(client.userAgent)
    await insertSession(trx, { ...session, expiresAt: now + SESSION_MAX_AGE_MS, device, ip: client.ip })
    await pruneSessions(trx, { ...session, max: SESSIONS_PER_ADMIN, idleSince: now - SESSION_IDLE_MS })
    await audit.record(trx, {
      event: 'sign_in.succeeded',
      actor: { userId, client },
      target: { type: 'user', id: userId },
    })
  }

  /** Checks the password or a two-factor code again, before changes that a stolen session must not make. */
  async function confirmIdentity(caller: Principal, credentials: { password?: string; code?: string }): Promise<void> {
    const { userId } = caller
    if (!(await enqueue(caller.client, () => verifyIdentity(caller, credentials)))) {
      const field = credentials.code === undefined ? 'password' : 'code'
      const message = field === 'code' ? 'This code is wrong.' : 'This password is wrong.'
      throw new DomainError('unprocessable', message, { fields: { [field]: message } })
    }
    await database.transaction(async (trx) => {
      await recordIdentityConfirmed(trx, caller.tokenHash, clock().getTime())
      await audit.record(trx, { event: 'identity.confirmed', actor: caller, target: { type: 'user', id: userId } })
    })
  }

  /** Counts and records like a sign-in, or a stolen session could be used to guess unnoticed. */
  async function verifyIdentity(
    { userId, email, tokenHash, client }: Principal,
    { password, code }: { password?: string; code?: string },
  ): Promise<boolean> {
    const account = await findAccountById(db, userId)
    if (account === undefined || !canSignIn(account)) throw sessionEndedError()
    const { password_hash: passwordHash } = account
    const emailKey = uniqueKey(email)
    const failure = { event: 'identity.refused', account, client } as const
    if (code !== undefined) {
      const attempt = await limits.countSessionCodeAttempt({ emailKey, passwordHash }, tokenHash, code)
      const isRight = await undoOnError(attempt, () => twoFactor.consumeCode(userId, code))
      await (isRight ? limits.undo(attempt) : recordFailure(attempt, failure))
      return isRight
    }
    if (password === undefined) return false
    const attempt = await countPasswordAttempt(emailKey, passwordHash, client)
    const isRight = await undoOnError(attempt, () => hasher.verify(password, passwordHash))
    await (isRight ? limits.undo(attempt) : recordFailure(attempt, failure))
    return isRight
  }

  async function authenticate(token: string, client: ClientInfo): Promise<Principal> {
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
    // Compared in both directions, since the clock may have been set back. While the disk is full, the session ends an
    // hour after the last use that was written.
    if (Math.abs(now - session.last_used_at) >= LAST_USE_INTERVAL_MS)
      await ignoreDiskFull(touchSession(db, tokenHash, now))
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

  async function logout(caller: Principal): Promise<void> {
    const { userId: id, tokenHash } = caller
    await database.transaction(async (trx) => {
      await audit.record(trx, { event: 'sign_out', actor: caller, target: { type: 'user', id } })
      await deleteSession(trx, tokenHash)
    })
  }

  return { login, verifyTwoFactor, confirmIdentity, authenticate, logout }
}

function wrongCredentialsError(): DomainError {
  return new DomainError('unauthorized', 'Wrong email or password.')
}

function wrongCodeError(): DomainError {
  return new DomainError('unauthorized', 'This code is wrong. Please try the next one.')
}

function signInEndedError(): DomainError {
  return new DomainError('unauthorized', 'This sign-in has ended. Please enter your password again.')
}
