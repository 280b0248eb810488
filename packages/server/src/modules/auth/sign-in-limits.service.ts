import type { Database, Db } from '#server/db/client.ts'
import { CLOCK_SKEW_MS } from '#server/domain/clock-skew.ts'
import { ipBlock } from '#server/security/ip-block.ts'
import { type Counted, isOver, type Limit, type Limiter } from '#server/security/limiter.ts'
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

/** In the place of an IP block: the account was signed in to with this password from somewhere. */
const ANYWHERE = 'anywhere'

/** A try at signing in that is under way. */
export interface Attempt {
  counted: readonly Counted[]
  emailKey: string
  block: string
  passwordHash: string
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

  /** Counts the attempt as failed for now. Throws `too_many_requests`, and then it has not counted. */
  async function countAttempt(emailKey: string, address: string, passwordHash: string): Promise<Attempt> {
    const block = ipBlock(address)
    const now = clock().getTime()
    return transaction(async (trx) => {
      const known = knownKey(emailKey, block, passwordHash)
      const isKnown = await isKnownAddress(trx, known, { now, until: now + KNOWN_MS + CLOCK_SKEW_MS })
      const fromHere = [emailKey, block, passwordHash]
      const guess = isKnown
        ? { limit: PER_KNOWN_IP, subject: fromHere }
        : { limit: PER_ACCOUNT, subject: [emailKey, passwordHash] }
      const fast = await limiter.take(trx, [
        { limit: PER_IP, subject: [block] },
        { limit: PER_ACCOUNT_AND_IP, subject: fromHere },
      ])
      const guesses = await limiter.count(trx, [guess])
      const slow = guesses.some(isOver) ? await limiter.take(trx, [{ ...guess, limit: SLOW }]) : []
      const isLastKnown = isKnown && guesses.some(({ hits }) => hits === PER_KNOWN_IP.most)
      return { counted: [...fast, ...guesses, ...slow], emailKey, block, passwordHash, isLastKnown }
    })
  }

  /**
   * The attempt was a success: it does not count, and its IP block is known from now on. Returns true if the account was
   * known elsewhere but not there.
   */
  async function succeed(trx: Db, attempt: Attempt, currentHash: string): Promise<boolean> {
    const { counted, emailKey, block, passwordHash } = attempt
    await limiter.undo(trx, counted)
    const subject = [emailKey, block, passwordHash]
    for (const limit of [PER_ACCOUNT_AND_IP, PER_KNOWN_IP]) await limiter.reset(trx, { limit, subject })
    return remember(trx, { emailKey, block, passwordHash, currentHash })
  }

  /** The two-factor code was right. Returns the same as `succeed`. */
  async function succeedByCode(trx: Db, emailKey: string, address: string, passwordHash: string): Promise<boolean> {
    return remember(trx, { emailKey, block: ipBlock(address), passwordHash, currentHash: passwordHash })
  }

  async function remember(
    trx: Db,
    {
      emailKey,
      block,
      passwordHash,
      currentHash,
    }: Record<'emailKey' | 'block' | 'passwordHash' | 'currentHash', string>,
  ): Promise<boolean> {
    const now = clock().getTime()
    const times = { now, until: now + KNOWN_MS }
    const isKnown = (one: string) => isKnownAddress(trx, knownKey(emailKey, one, passwordHash), times)
    const isNew = (await isKnown(ANYWHERE)) && !(await isKnown(block))
    for (const one of [ANYWHERE, block]) await rememberAddress(trx, knownKey(emailKey, one, currentHash), times.until)
    return isNew
  }

  /** Neither a success nor a failure. */
  async function undoIn(trx: Db, { counted }: Attempt): Promise<void> {
    await limiter.undo(trx, counted)
  }

  /** The server could not finish the attempt, so it does not count. */
  async function undo(attempt: Attempt): Promise<void> {
    await transaction((trx) => undoIn(trx, attempt))
  }

  return { countAttempt, succeed, succeedByCode, undo, undoIn }
}
