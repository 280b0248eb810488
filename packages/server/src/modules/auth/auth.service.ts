import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Db } from '#server/db/client.ts'
import { ignoreUnwritable } from '#server/db/database-problem.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ClientInfo, Principal } from '#server/domain/principal.ts'
import { CLOCK_SKEW_MS, MINUTE } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { canSignIn, isSuspendedAdmin } from '#server/security/account-rules.ts'
import {
  findAccount,
  findAccountById,
  forgetWrongCodes,
  lockIfPasswordUnchanged,
  replacePasswordHash,
} from '#server/security/account.repo.ts'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS, sessionEndedError } from '#server/security/assert-session-active.ts'
import { formatDevice } from '#server/security/device.ts'
import { ipBlock } from '#server/security/limits/ip-block.ts'
import type { SignInSource } from '#server/security/limits/known-blocks.ts'
import { type Limit, usesByIp } from '#server/security/limits/limiter.ts'
import { findPasskey, type PasskeyOfAccount } from '#server/security/passkeys.repo.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import { createConfirmIdentity } from './confirm-identity.ts'
import { type AuthDeps, createCredentialChecks } from './credential-checks.ts'
import type { Attempt } from './sign-in-limits.service.ts'
import {
  countChallengeAttempt,
  deleteChallenge,
  deleteOldSessions,
  deleteSession,
  findSession,
  insertChallenge,
  insertSession,
  touchSession,
} from './sign-in-sessions.repo.ts'

const CHALLENGE_MS = 5 * MINUTE
const CHALLENGE_ATTEMPTS = 5
/** Consoles send requests in bursts, so the last use is written at most once a second. */
const LAST_USE_INTERVAL_MS = 1000
/** Bounds the records of refused passkeys; nobody can guess one. */
const REFUSED_PASSKEYS: Limit = { name: 'passkey ip', max: 20, windowMs: 5 * MINUTE }

/** A correct password opens a session or, with two-factor authentication, a challenge. */
type SignInResult = { token: string } | { challenge: string }

interface NewSession {
  userId: number
  token: string
  client: ClientInfo
  now: number
  /** For the audit log. */
  detail?: string
}

export function createAuthService(deps: AuthDeps) {
  const { database, hasher, key, clock, limiter, limits, audit, twoFactor, passkeys } = deps
  const { db } = database
  const checks = createCredentialChecks(deps)
  const { enqueue, undoOnError, countPasswordAttempt, recordFailure } = checks
  const confirmIdentity = createConfirmIdentity(deps, checks)

  const login = (email: string, password: string, client: ClientInfo) =>
    enqueue(client, () => signInWithPassword(email, password, client))

  async function signInWithPassword(email: string, password: string, client: ClientInfo): Promise<SignInResult> {
    const emailKey = uniqueKey(email)
    const account = await findAccount(db, emailKey)
    const isAdmin = account !== undefined && (canSignIn(account) || isSuspendedAdmin(account))
    // Unknown emails get a hash too, so that they take as long as a wrong password. It is derived from the email, since the
    // time of a check depends on the salt.
    const dummyHash = hasher.dummyHash(key.mac('unmatched hash', emailKey))
    const passwordHash = isAdmin ? account.password_hash : dummyHash
    const attempt = await countPasswordAttempt(emailKey, passwordHash, client)
    const result = await undoOnError(attempt, async () => {
      const isRight = await hasher.verify(password, passwordHash)
      if (!isAdmin || !isRight) return
      if (!canSignIn(account)) return 'suspended'
      const newHash = hasher.isOutdated(passwordHash) ? await hasher.hash(password) : undefined
      return continueSignIn(account, { attempt, newHash, client })
    })
    if (result !== undefined && result !== 'suspended') return result
    await recordFailure(attempt, { event: 'sign_in.failed', emailKey, account, client })
    throw result === 'suspended'
      ? new DomainError('unauthorized', 'This account is suspended. Another admin can reactivate it.')
      : wrongCredentialsError()
  }

  async function continueSignIn(
    { id: userId, email }: { id: number; email: string | null },
    { attempt, newHash, client }: { attempt: Attempt & SignInSource; newHash: string | undefined; client: ClientInfo },
  ): Promise<SignInResult> {
    const token = newToken()
    const now = clock().getTime()
    const hasTwoFactor = await database.transaction(async (trx) => {
      // A password changed during the check also ends this sign-in.
      if (!(await lockIfPasswordUnchanged(trx, database.engine, userId, attempt.passwordHash)))
        throw wrongCredentialsError()
      if (newHash !== undefined) await replacePasswordHash(trx, userId, newHash)
      if (await twoFactor.isEnabled(trx, userId)) {
        await audit.record(trx, { event: 'sign_in.challenged', actor: { client }, userId })
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
    // A sign-in that fails uses up no code.
    const isRight = await undoOnError(attempt, () =>
      database.transaction(async (trx) => {
        // A password changed during the check also ends this sign-in.
        const isUnchanged = await lockIfPasswordUnchanged(trx, database.engine, id, attempt.passwordHash)
        if (!isUnchanged) throw signInEndedError()
        if (!(await twoFactor.consumeCode(trx, id, code))) return false
        if (!(await deleteChallenge(trx, challengeHash))) throw signInEndedError()
        await openSession(trx, { userId: id, token, client, now })
        const isUnfamiliar = await limits.recordSuccess(trx, attempt, attempt.passwordHash)
        if (isUnfamiliar) await insertMail(trx, { kind: 'new_place', recipient: email, now })
        return true
      }),
    )
    if (!isRight) {
      await recordFailure(attempt, { event: 'two_factor.failed', account, client })
      throw new DomainError('unauthorized', 'This code is wrong. Please try the next one.')
    }
    return token
  }

  /** A passkey counts as password and code: its device has verified the person. */
  const signInWithPasskey = (assertion: Schemas['PasskeyAssertion'], client: ClientInfo) =>
    enqueue(client, async () => {
      const account = await findPasskey(db, assertion.id)
      const token = newToken()
      if (account && (await openSessionWithPasskey(account, assertion, { token, client }))) return token
      await database.transaction(async (trx) => {
        await limiter.consume(trx, usesByIp(REFUSED_PASSKEYS, client.ip))
        await audit.recordCapped(trx, { event: 'passkey.refused', actor: { client }, userId: account?.id })
      })
      throw new DomainError(
        'unauthorized',
        'This passkey was not accepted. Please try again, or sign in with your password.',
      )
    })

  async function openSessionWithPasskey(
    account: PasskeyOfAccount,
    assertion: Schemas['PasskeyAssertion'],
    { token, client }: { token: string; client: ClientInfo },
  ): Promise<boolean> {
    if (account.email === null || !canSignIn(account)) return false
    const { id: userId, email, password_hash: passwordHash } = account
    const proof = await passkeys.verifyAssertion(account, assertion, ['sign in'])
    if (proof === undefined) return false
    const now = clock().getTime()
    const source = { emailKey: uniqueKey(email), block: ipBlock(client.ip), passwordHash }
    return database.transaction(async (trx) => {
      if (!(await lockIfPasswordUnchanged(trx, database.engine, userId, passwordHash))) return false
      if (!(await passkeys.consumeProof(trx, proof))) return false
      await openSession(trx, { userId, token, client, now, detail: 'passkey' })
      const isUnfamiliar = await limits.recordSuccess(trx, { ...source, countedUses: [] }, passwordHash)
      if (isUnfamiliar) await insertMail(trx, { kind: 'new_place', recipient: email, now })
      return true
    })
  }

  async function openSession(trx: Db, { userId, token, client, now, ...entry }: NewSession): Promise<void> {
    await forgetWrongCodes(trx, userId)
    const session = { tokenHash: hashToken(token), userId, now }
    const device = formatDevice(client.userAgent)
    await insertSession(trx, { ...session, expiresAt: now + SESSION_MAX_AGE_MS, device, ip: client.ip })
    await deleteOldSessions(trx, session)
    await audit.record(trx, { event: 'sign_in.succeeded', actor: { userId, client }, userId, ...entry })
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

  async function logout(caller: Principal): Promise<void> {
    await database.transaction(async (trx) => {
      await audit.record(trx, { event: 'sign_out', actor: caller, userId: caller.userId })
      await deleteSession(trx, caller.tokenHash)
    })
  }

  return { login, verifyTwoFactor, signInWithPasskey, confirmIdentity, authenticate, logout }
}

function wrongCredentialsError(): DomainError {
  return new DomainError('unauthorized', 'Wrong email or password.')
}

function signInEndedError(): DomainError {
  return new DomainError('unauthorized', 'This sign-in has ended. Please enter your password again.')
}
