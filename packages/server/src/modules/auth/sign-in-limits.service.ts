import type { Database, Db } from '#server/db/client.ts'
import { uniqueKey } from '#server/db/user-row.ts'
import { CLOCK_SKEW_MS } from '#server/domain/clock-skew.ts'
import { askerDigest, ipBlock } from '#server/security/ip-block.ts'
import { type Counted, isOver, type Limit, type Limiter, type Use } from '#server/security/limiter.ts'
import { isRecoveryCode } from '#server/security/recovery-codes.ts'
import type { ServerKey } from '#server/security/server-key.ts'
import { isKnownAddress, rememberAddress } from './known-addresses.repo.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const KNOWN_MS = 90 * DAY

const PER_IP: Limit = { name: 'login ip', most: 20, windowMs: 5 * MINUTE }
const PER_ACCOUNT_AND_IP: Limit = { name: 'login account ip', most: 5, windowMs: 15 * MINUTE }
/** For all unknown IP blocks together. */
const PER_ACCOUNT: Limit = { name: 'login account', most: 50, windowMs: DAY }
/** In a row: a success starts it over. */
const PER_KNOWN_IP: Limit = { name: 'login known ip', most: 100, windowMs: KNOWN_MS }
/** One attempt in this time is left when one of the two above is used up. */
const SLOW: Limit = { name: 'login slow', most: 1, windowMs: 30 * SECOND }
/** And one by an unknown IP block that has not had one that day: a few strangers cannot keep the owner out for good. */
const SLOW_FIRST: Limit = { name: 'login slow first', most: 1, windowMs: 30 * SECOND }
/** Of a /48, since a provider gives a customer thousands of /64 networks. */
const SITE_BITS = 48
const FIRST: Limit = { name: 'login first', most: 1, windowMs: DAY }

/** Two-factor codes count apart, since only those with the password get to try them. Three of a million are good at a time. */
const CODES_PER_IP: Limit = { name: 'code account ip', most: 5, windowMs: 15 * MINUTE }
const CODES_PER_ACCOUNT: Limit = { name: 'code account', most: 30, windowMs: DAY }
const CODES_PER_KNOWN_IP: Limit = { name: 'code known ip', most: 30, windowMs: DAY }

/** The right password without a code, and the mails about it. */
const CHALLENGES: Limit = { name: 'challenge', most: 20, windowMs: 15 * MINUTE }
const CHALLENGE_MAILS: Limit = { name: 'challenge mail', most: 1, windowMs: DAY }
const CHALLENGE_MAILS_PER_ACCOUNT: Limit = { name: 'challenge mail account', most: 5, windowMs: DAY }

/** By a success, for its account and IP block. */
const STARTED_OVER = [PER_ACCOUNT_AND_IP, PER_KNOWN_IP, CODES_PER_IP, CODES_PER_KNOWN_IP, CHALLENGES]

/** In the place of an IP block: the account was signed in to with this password from somewhere. */
const ANYWHERE = 'anywhere'

const NEVER = Number.MAX_SAFE_INTEGER

/** An IP block and an account with its present password. */
interface Place {
  emailKey: string
  block: string
  passwordHash: string
}

/** A try at signing in that is under way. */
export interface Attempt extends Place {
  counted: readonly Counted[]
  /** True if a known IP block has to wait once this attempt fails. */
  isLastKnown: boolean
}

export type SignInLimits = ReturnType<typeof signInLimits>

interface SignInLimitDeps {
  database: Database
  limiter: Limiter
  key: ServerKey
  clock: () => Date
}

/**
 * Limits failed sign-ins: from one IP block, for one account from one IP block, and for one account from everywhere. An IP
 * block from which the owner has signed in is known and has a count of its own, so that strangers cannot slow the owner
 * down. Accounts count by the address that was typed, whether there is one or not, and by the password's hash: a new
 * password starts their counts over and makes every IP block unknown.
 */
export function signInLimits({ database, limiter, key, clock }: SignInLimitDeps) {
  const { transaction } = database

  const knownKey = (emailKey: string, block: string, passwordHash: string) =>
    key.mac('known address', emailKey, block, passwordHash)

  async function isKnownBlock(trx: Db, emailKey: string, block: string, passwordHash: string): Promise<boolean> {
    const now = clock().getTime()
    return isKnownAddress(trx, knownKey(emailKey, block, passwordHash), { now, until: now + KNOWN_MS + CLOCK_SKEW_MS })
  }

  /** Counts the attempt as failed for now. Throws `too_many_requests`, and then it has not counted. */
  async function countAttempt(emailKey: string, address: string, passwordHash: string): Promise<Attempt> {
    const block = ipBlock(address)
    return transaction(async (trx) => {
      const isKnown = await isKnownBlock(trx, emailKey, block, passwordHash)
      const fromHere = [emailKey, block, passwordHash]
      const guess = isKnown
        ? { limit: PER_KNOWN_IP, subject: fromHere }
        : { limit: PER_ACCOUNT, subject: [emailKey, passwordHash] }
      const fast = await limiter.take(trx, [
        { limit: PER_IP, subject: [block] },
        { limit: PER_ACCOUNT_AND_IP, subject: fromHere },
      ])
      const guesses = await limiter.count(trx, [guess])
      const slow = guesses.some(isOver) ? await takeSlow() : []
      const isLastKnown = isKnown && guesses.some(({ hits }) => hits === PER_KNOWN_IP.most)
      return { counted: [...fast, ...guesses, ...slow], emailKey, block, passwordHash, isLastKnown }

      async function takeSlow() {
        const fromSite = [emailKey, ipBlock(address, SITE_BITS), passwordHash]
        const tries = isKnown ? [] : await limiter.count(trx, [{ limit: FIRST, subject: fromSite }])
        const isFirst = tries.some((one) => !isOver(one))
        return [...tries, ...(await limiter.take(trx, [{ ...guess, limit: isFirst ? SLOW_FIRST : SLOW }]))]
      }
    })
  }

  /**
   * Counts a two-factor code as wrong for now, as `countAttempt` does a password. A recovery code has 50 bits and needs no
   * limit for the whole account: strangers with the password cannot use up its owner's way in.
   */
  async function countCode(
    { emailKey, passwordHash }: { emailKey: string; passwordHash: string },
    { code, address }: { code: string; address: string },
  ): Promise<Attempt> {
    const block = ipBlock(address)
    const fromHere = [emailKey, block, passwordHash]
    return transaction(async (trx) => {
      const isKnown = await isKnownBlock(trx, emailKey, block, passwordHash)
      const guess = isKnown
        ? { limit: CODES_PER_KNOWN_IP, subject: fromHere }
        : { limit: CODES_PER_ACCOUNT, subject: [emailKey, passwordHash] }
      const uses = [{ limit: CODES_PER_IP, subject: fromHere }, ...(isRecoveryCode(code) ? [] : [guess])]
      return { counted: await limiter.take(trx, uses), emailKey, block, passwordHash, isLastKnown: false }
    })
  }

  /** Counts a code in a session apart: a stolen session must not use up its owner's tries at a sign-in. */
  async function countCodeInSession(tokenHash: string, code: string): Promise<Pick<Attempt, 'counted'>> {
    const limits = [CODES_PER_IP, ...(isRecoveryCode(code) ? [] : [CODES_PER_ACCOUNT])]
    const uses = limits.map((limit) => ({ limit, subject: ['session', tokenHash] }))
    return { counted: await transaction((trx) => limiter.take(trx, uses)) }
  }

  /**
   * The attempt was a success: it does not count, and its IP block is known from now on. Returns true if the account was
   * known elsewhere but not there.
   */
  async function succeed(trx: Db, attempt: Attempt, currentHash: string): Promise<boolean> {
    const { counted, emailKey, block, passwordHash } = attempt
    await limiter.undo(trx, counted)
    const subject = [emailKey, block, passwordHash]
    for (const limit of STARTED_OVER) await limiter.reset(trx, { limit, subject })
    const isNew = await isNewPlace(trx, attempt)
    await remember(trx, { emailKey, block, passwordHash: currentHash })
    return isNew
  }

  async function isNewPlace(trx: Db, { emailKey, block, passwordHash }: Place): Promise<boolean> {
    const now = clock().getTime()
    const anywhere = knownKey(emailKey, ANYWHERE, passwordHash)
    const isUsed = await isKnownAddress(trx, anywhere, { now, until: NEVER })
    return isUsed && !(await isKnownBlock(trx, emailKey, block, passwordHash))
  }

  async function remember(trx: Db, { emailKey, block, passwordHash }: Place): Promise<void> {
    await rememberAddress(trx, knownKey(emailKey, ANYWHERE, passwordHash), NEVER)
    // The mail of a code has only the digest of the IP block that asked for it.
    for (const one of [block, askerDigest(key, block)]) {
      await rememberAddress(trx, knownKey(emailKey, one, passwordHash), clock().getTime() + KNOWN_MS)
    }
  }

  /** A code by mail or a session has proved the owner, who knows the new password alone. */
  async function rememberNewPassword(trx: Db, email: string, address: string, passwordHash: string): Promise<void> {
    await remember(trx, { emailKey: uniqueKey(email), block: ipBlock(address), passwordHash })
  }

  /**
   * The password was right, and a code is still to come: neither a success nor a failure. Returns true if the owner should hear
   * of it: at a new place, once a day there and five times in all. Throws `too_many_requests`.
   */
  async function challenge(trx: Db, attempt: Attempt): Promise<boolean> {
    const { emailKey, block, passwordHash } = attempt
    const subject = [emailKey, block, passwordHash]
    await undoIn(trx, attempt)
    await limiter.take(trx, [{ limit: CHALLENGES, subject }])
    if (!(await isNewPlace(trx, attempt))) return false
    const hasRoom = async (use: Use) => !(await limiter.count(trx, [use])).some(isOver)
    return (
      (await hasRoom({ limit: CHALLENGE_MAILS, subject })) &&
      hasRoom({ limit: CHALLENGE_MAILS_PER_ACCOUNT, subject: [emailKey, passwordHash] })
    )
  }

  async function undoIn(trx: Db, { counted }: Pick<Attempt, 'counted'>): Promise<void> {
    await limiter.undo(trx, counted)
  }

  /** The server could not finish the attempt, so it does not count. */
  async function undo(attempt: Pick<Attempt, 'counted'>): Promise<void> {
    await transaction((trx) => undoIn(trx, attempt))
  }

  return { countAttempt, countCode, countCodeInSession, challenge, succeed, rememberNewPassword, undo, isKnownBlock }
}
