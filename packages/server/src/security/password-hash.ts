import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashQueue } from '#server/domain/heavy-work.ts'

/** Of argon2id (RFC 9106, section 3.1); memory in KiB. */
export interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's minimum. */
const COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify(argon2)

export type PasswordHasher = ReturnType<typeof passwordHasher>

/**
 * Hashes and checks passwords as PHC strings. A flood of them cannot stall the rest: they
 * wait for their turn, and when too many do, another one is refused (`unavailable`).
 */
export function passwordHasher(cost: HashCost = COST) {
  const inQueue = hashQueue()

  async function tag(password: string, salt: Buffer, of: HashCost, tagLength: number): Promise<Buffer> {
    const message = password.normalize('NFC')
    return inQueue(() => derive('argon2id', { message, nonce: salt, tagLength, ...of }))
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return phcOf(cost, salt, await tag(password, salt, cost, TAG_BYTES))
  }

  async function verify(password: string, phc: string): Promise<boolean> {
    const { cost: of, salt, digest } = parsePhc(phc)
    return timingSafeEqual(await tag(password, salt, of, digest.length), digest)
  }

  /** True for a hash with other costs than those of new ones. */
  function isOutdated(phc: string): boolean {
    const { cost: of } = parsePhc(phc)
    return of.memory !== cost.memory || of.passes !== cost.passes || of.parallelism !== cost.parallelism
  }

  /**
   * A hash that no password has, with a salt by `seed`: how long a check takes depends on the salt, by a hundredth or so.
   */
  function unmatchedHash(seed: string): string {
    const salt = createHash('sha256').update(seed).digest().subarray(0, SALT_BYTES)
    return phcOf(cost, salt, Buffer.alloc(TAG_BYTES))
  }

  return { hash, verify, isOutdated, unmatchedHash }
}

function phcOf({ memory, passes, parallelism }: HashCost, salt: Buffer, digest: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(digest)}`
}

function parsePhc(phc: string) {
  const [, memory, passes, parallelism, salt = '', digest = ''] = PHC.exec(phc) ?? []
  if (memory === undefined) throw new Error('The stored password hash is not an argon2id PHC string.')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}

/** Base64 without padding, as PHC strings have it. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
