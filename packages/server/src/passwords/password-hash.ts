import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { turns } from '#server/turns.ts'

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's minimum for argon2id; memory in KiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const MOST_WAITING = 32

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify(argon2)

export type PasswordHasher = ReturnType<typeof passwordHasher>

/**
 * Hashes and checks passwords as PHC strings. Only as many at once as there are processors, so that a flood of sign-ins
 * cannot stall the rest; who comes when 32 wait is turned away (`unavailable`).
 */
export function passwordHasher() {
  const takeTurn = turns(
    availableParallelism(),
    MOST_WAITING,
    'Too many people are signing in. Please try again in a moment.',
  )

  async function tag(password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
    const message = password.normalize('NFC')
    return takeTurn(() => derive('argon2id', { message, nonce: salt, tagLength, ...cost }))
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const digest = await tag(password, salt, COST, TAG_BYTES)
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(digest)}`
  }

  async function verify(password: string, phc: string): Promise<boolean> {
    const { cost, salt, digest } = parsePhc(phc)
    return timingSafeEqual(await tag(password, salt, cost, digest.length), digest)
  }

  return { hash, verify }
}

/** Whether a hash was made with other costs than new ones are. */
export function isOutdated(phc: string): boolean {
  const { cost } = parsePhc(phc)
  return cost.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism
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
