import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { createAdmission } from '#server/capacity/shared-capacity.ts'

/** Parameters of argon2id (RFC 9106, section 3.1); memory in KiB. */
export interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

/** The minimum that OWASP recommends. */
const COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
/** Leaves one core, if there are several, and two of libuv's four threads for requests. */
const MAX_CONCURRENT = Math.min(2, Math.max(1, availableParallelism() - 1))
const MAX_WAITING = 32
const SALT_BYTES = 16
const TAG_BYTES = 32

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify(argon2)

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/** Creates a hasher of passwords as PHC strings. It throws `unavailable` when too many wait. */
export function createPasswordHasher(cost: HashCost = COST) {
  const limitConcurrency = pLimit(MAX_CONCURRENT)
  const total = MAX_CONCURRENT + MAX_WAITING
  const admit = createAdmission({ total, perClient: Infinity, message: 'Too many passwords are being checked.' })

  async function computeTag(password: string, salt: Buffer, storedCost: HashCost, tagLength: number): Promise<Buffer> {
    const message = password.normalize('NFC')
    const work = () => derive('argon2id', { message, nonce: salt, tagLength, ...storedCost })
    return admit('', () => limitConcurrency(work))
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return formatPhc(cost, salt, await computeTag(password, salt, cost, TAG_BYTES))
  }

  async function verify(password: string, phc: string): Promise<boolean> {
    const { cost: storedCost, salt, digest } = parsePhc(phc)
    return timingSafeEqual(await computeTag(password, salt, storedCost, digest.length), digest)
  }

  /** Returns true if the hash has parameters that new hashes no longer use. */
  function isOutdated(phc: string): boolean {
    const { cost: storedCost } = parsePhc(phc)
    return (
      storedCost.memory !== cost.memory ||
      storedCost.passes !== cost.passes ||
      storedCost.parallelism !== cost.parallelism
    )
  }

  /** Returns a hash that matches no password. `seed` determines its salt, on which the time of a check depends. */
  function dummyHash(seed: string): string {
    const salt = createHash('sha256').update(seed).digest().subarray(0, SALT_BYTES)
    return formatPhc(cost, salt, Buffer.alloc(TAG_BYTES))
  }

  /** Returns true if the hash matches no password: the account signs in with passkeys only. */
  function isDummy(phc: string): boolean {
    return parsePhc(phc).digest.every((byte) => byte === 0)
  }

  return { hash, verify, isOutdated, dummyHash, isDummy }
}

function formatPhc({ memory, passes, parallelism }: HashCost, salt: Buffer, digest: Buffer): string {
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

/** Encodes Base64 without padding, as PHC strings have it. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
