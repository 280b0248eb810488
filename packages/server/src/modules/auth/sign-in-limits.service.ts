import type { Database, Db } from '#server/db/client.ts'
import { addressBlock } from '#server/security/address-block.ts'
import type { Counted, Limit, Limiter, Use } from '#server/security/limiter.ts'
import type { ServerKey } from '#server/security/server-key.ts'
import { isKnownAddress, rememberAddress } from './known-addresses.repo.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const FROM_PLACE: Limit = { name: 'login address', most: 20, windowMs: 5 * MINUTE }
const ACCOUNT_FROM_PLACE: Limit = { name: 'login account address', most: 5, windowMs: 15 * MINUTE }
const ACCOUNT: Limit = { name: 'login account', most: 50, windowMs: DAY }
const ACCOUNT_SLOWLY: Limit = { name: 'login account slowly', most: 1, windowMs: 30 * SECOND }
/** No limit, but the time of the last pardon, for as long as there are counts from before it. */
const FORGIVEN: Limit = { name: 'login account forgiven', most: 1, windowMs: ACCOUNT_FROM_PLACE.windowMs }
const REMEMBERED_MS = 90 * DAY

/** A try at signing in that is under way. */
export interface Admission {
  counted: readonly Counted[]
  accountFromPlace: Use
  emailKey: string
  place: string
}

export type SignInLimits = ReturnType<typeof signInLimits>

interface SignInLimitDeps {
  database: Database
  limiter: Limiter
  key: ServerKey
  clock: () => Date
}

/**
 * How often signing in may fail: from one place, for one account from one place, and for one account from anywhere. A
 * guesser who has used up the last is slowed down, together with its owner; only where the owner has signed in before
 * nothing changes, until the password does. It goes by the address that was typed, so that it says nothing about
 * which accounts there are.
 */
export function signInLimits({ database, limiter, key, clock }: SignInLimitDeps) {
  const { transaction } = database

  /** A place is known by the password that was right there: with a new one, however it was set, none is. */
  const knownKeyOf = (emailKey: string, place: string, passwordHash: string) =>
    key.mac('known address', emailKey, place, passwordHash)

  /**
   * Counts the try as failed, for the time being; `passwordHash` is what it is checked against. Throws
   * `too_many_requests`, and then it has not counted.
   */
  async function admit(emailKey: string, address: string, passwordHash: string): Promise<Admission> {
    const place = addressBlock(address)
    const knownKey = knownKeyOf(emailKey, place, passwordHash)
    const account = { limit: ACCOUNT, subject: [emailKey] }
    return transaction(async (trx) => {
      const forgiven = await limiter.resetsAt(trx, { limit: FORGIVEN, subject: [emailKey] })
      const accountFromPlace = { limit: ACCOUNT_FROM_PLACE, subject: [emailKey, place, forgiven] }
      const admission = (counted: readonly Counted[]) => ({ counted, accountFromPlace, emailKey, place })
      const isKnown = await isKnownAddress(trx, knownKey, clock().getTime())
      const uses = [{ limit: FROM_PLACE, subject: [place] }, accountFromPlace, ...(isKnown ? [] : [account])]
      const first = await limiter.count(trx, uses)
      const over = first.filter(({ isOver }) => isOver)
      if (over.some(({ use }) => use.limit !== ACCOUNT)) throw limiter.refusal(over)
      if (over.length === 0) return admission(first)
      const slowly = await limiter.take(trx, [{ limit: ACCOUNT_SLOWLY, subject: [emailKey] }])
      return admission([...first, ...slowly])
    })
  }

  /** The try was a success: it does not count, and the place is known from now on, by this hash of the password. */
  async function settle(
    { counted, accountFromPlace, emailKey, place }: Admission,
    passwordHash: string,
  ): Promise<void> {
    await transaction(async (trx) => {
      await limiter.giveBack(trx, counted)
      await limiter.forget(trx, accountFromPlace)
      await rememberAddress(trx, knownKeyOf(emailKey, place, passwordHash), clock().getTime() + REMEMBERED_MS)
    })
  }

  /** The try was turned away unchecked. */
  async function withdraw({ counted }: Admission): Promise<void> {
    await transaction((trx) => limiter.giveBack(trx, counted))
  }

  /**
   * Forgets how often signing in to an account has failed, from all places together and from each: which those were is
   * kept nowhere, so that from now on their tries count under another name.
   */
  async function forgive(trx: Db, emailKey: string): Promise<void> {
    const subject = [emailKey]
    for (const limit of [ACCOUNT, ACCOUNT_SLOWLY, FORGIVEN]) await limiter.forget(trx, { limit, subject })
    await limiter.count(trx, [{ limit: FORGIVEN, subject }])
  }

  return { admit, settle, withdraw, forgive }
}
