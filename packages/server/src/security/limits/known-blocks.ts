import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Db } from '#server/db/client.ts'
import { CLOCK_SKEW_MS, DAY } from '#server/domain/time.ts'
import type { ServerKey } from '../server-key.ts'
import { ipBlock } from './ip-block.ts'
import { isKnownBlock, rememberBlock } from './limits.repo.ts'

export const KNOWN_BLOCK_MS = 90 * DAY

/** Replaces the IP block where only the account and password count. */
const ANYWHERE = 'anywhere'

const NEVER = Number.MAX_SAFE_INTEGER

/** An account, its current password hash, and the IP block of an attempt. */
export interface SignInSource {
  emailKey: string
  block: string
  passwordHash: string
}

/**
 * Returns the keyed digest of the IP block that requests a code or enters one. The label `code asked from` must not change:
 * stored digests were made with it, and a new one would reset every count.
 */
export function requesterDigest(key: ServerKey, block: string): string {
  return key.mac('code asked from', block)
}

export type KnownBlocks = ReturnType<typeof createKnownBlocks>

/**
 * Remembers from which IP blocks the owner signed in, so that strangers cannot slow the owner down there. Keyed by the
 * typed email address, whether an account has it or not, and the password hash: a new password makes every IP block unknown.
 */
export function createKnownBlocks({ key, clock }: { key: ServerKey; clock: () => Date }) {
  const toKey = ({ emailKey, block, passwordHash }: SignInSource) =>
    key.mac('known address', emailKey, block, passwordHash)

  async function isKnown(trx: Db, source: SignInSource): Promise<boolean> {
    const now = clock().getTime()
    return isKnownBlock(trx, toKey(source), { now, latestExpiry: now + KNOWN_BLOCK_MS + CLOCK_SKEW_MS })
  }

  /** Returns true if this password was used before, but not from this IP block within 90 days. */
  async function isUnfamiliar(trx: Db, source: SignInSource): Promise<boolean> {
    const anywhereKey = toKey({ ...source, block: ANYWHERE })
    const wasUsed = await isKnownBlock(trx, anywhereKey, { now: clock().getTime(), latestExpiry: NEVER })
    return wasUsed && !(await isKnown(trx, source))
  }

  async function remember(trx: Db, source: SignInSource): Promise<void> {
    await rememberBlock(trx, toKey({ ...source, block: ANYWHERE }), NEVER)
    // For a mail with a code, only the digest of the IP block that requested it is stored.
    for (const block of [source.block, requesterDigest(key, source.block)]) {
      await rememberBlock(trx, toKey({ ...source, block }), clock().getTime() + KNOWN_BLOCK_MS)
    }
  }

  /** Call it after a code by mail or a session has identified the owner. */
  async function rememberNewPassword(trx: Db, email: string, ip: string, passwordHash: string): Promise<void> {
    await remember(trx, { emailKey: uniqueKey(email), block: ipBlock(ip), passwordHash })
  }

  return { isKnown, isUnfamiliar, remember, rememberNewPassword }
}
