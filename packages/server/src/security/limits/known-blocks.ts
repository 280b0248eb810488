import type { Db } from '#server/db/client.ts'
import { uniqueKey } from '#server/db/queries/user-row.ts'
import { CLOCK_SKEW_MS } from '#server/domain/clock-skew.ts'
import { askerDigest, ipBlock } from './ip-block.ts'
import type { ServerKey } from '#server/security/server-key.ts'
import { isKnownAddress, rememberAddress } from './known-addresses.repo.ts'

const DAY = 24 * 60 * 60 * 1000
export const KNOWN_MS = 90 * DAY

/** In the place of an IP block: the account was signed in to with this password from somewhere. */
const ANYWHERE = 'anywhere'

const NEVER = Number.MAX_SAFE_INTEGER

/** An account with its present password, and the IP block that a try comes from. */
export interface Place {
  emailKey: string
  block: string
  passwordHash: string
}

export type KnownBlocks = ReturnType<typeof knownBlocks>

/**
 * Remembers the IP blocks from which the owner has signed in, so that strangers cannot slow the owner down there. Accounts
 * count by the address that was typed, whether there is one or not, and by the password's hash: a new password makes every
 * IP block unknown.
 */
export function knownBlocks({ key, clock }: { key: ServerKey; clock: () => Date }) {
  const keyOf = ({ emailKey, block, passwordHash }: Place) => key.mac('known address', emailKey, block, passwordHash)

  async function isKnown(trx: Db, place: Place): Promise<boolean> {
    const now = clock().getTime()
    return isKnownAddress(trx, keyOf(place), { now, until: now + KNOWN_MS + CLOCK_SKEW_MS })
  }

  /** Returns true if the account was signed in to elsewhere but not there. */
  async function isNew(trx: Db, place: Place): Promise<boolean> {
    const anywhere = keyOf({ ...place, block: ANYWHERE })
    const isUsed = await isKnownAddress(trx, anywhere, { now: clock().getTime(), until: NEVER })
    return isUsed && !(await isKnown(trx, place))
  }

  async function remember(trx: Db, place: Place): Promise<void> {
    await rememberAddress(trx, keyOf({ ...place, block: ANYWHERE }), NEVER)
    // The mail of a code has only the digest of the IP block that asked for it.
    for (const block of [place.block, askerDigest(key, place.block)]) {
      await rememberAddress(trx, keyOf({ ...place, block }), clock().getTime() + KNOWN_MS)
    }
  }

  /** A code by mail or a session has proved the owner, who knows the new password alone. */
  async function rememberNewPassword(trx: Db, email: string, address: string, passwordHash: string): Promise<void> {
    await remember(trx, { emailKey: uniqueKey(email), block: ipBlock(address), passwordHash })
  }

  return { isKnown, isNew, remember, rememberNewPassword }
}
