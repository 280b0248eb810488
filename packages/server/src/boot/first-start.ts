import { randomInt } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { countUserRows, hasAdmin, insertAdmin, lockUsers } from '#server/security/account.repo.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import { newPasswordProblem } from '#server/security/new-password.ts'
import type { PasswordHasher } from '#server/security/password-hash.ts'

interface FirstStartOptions {
  database: Database
  hasher: PasswordHasher
  audit: AuditLog
  now: Date
  email: string | undefined
  password: string | undefined
  withDemoData: boolean
}

/** The first admin. `password` is set only if it was generated, so that it is shown once. */
export interface FirstAdmin {
  email: string
  password: string | undefined
  hasDemo: boolean
}

const DEFAULT_EMAIL = 'admin@rapport.example'
/** Letters and digits without those that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 5

/**
 * Creates the first admin, and demo data in an empty database, in one transaction. Returns undefined if there is an admin.
 * Throws `OperatorError` for a weak password or a taken email address.
 */
export async function createFirstAdmin(options: FirstStartOptions): Promise<FirstAdmin | undefined> {
  const { database, hasher, audit, now, email = DEFAULT_EMAIL } = options
  if (await hasAdmin(database.db)) return undefined
  await assertGoodPassword(options.password, email)
  const password = options.password ?? randomPassword()
  const password_hash = await hasher.hash(password)

  return database.transaction(async (trx) => {
    await lockUsers(trx, database.engine)
    // Another process on the same PostgreSQL may have created an admin.
    if (await hasAdmin(trx)) return undefined
    const hasDemo = options.withDemoData && (await countUserRows(trx)) === 0
    const [first_name, last_name] = hasDemo ? ['Ada', 'Lindqvist'] : ['Rapport', 'Admin']
    const admin = { email, first_name, last_name, password_hash, now }
    const id = await insertAdmin(trx, admin, addressTakenError(email))
    await audit.record(trx, { event: 'admin.created', actor: 'operator', userId: id, detail: 'first start' })
    if (hasDemo) {
      // Loaded on demand, since no later start needs it.
      const { DEMO_USERS, insertDemo } = await import('#server/db/demo/demo.ts')
      await insertDemo(trx, { users: DEMO_USERS, now })
    }
    return { email, password: options.password === undefined ? password : undefined, hasDemo }
  })
}

async function assertGoodPassword(password: string | undefined, email: string): Promise<void> {
  if (password === undefined) return
  const problem = await newPasswordProblem(password, { email, firstName: null, lastName: null })
  if (problem) throw new OperatorError(`RAPPORT_ADMIN_PASSWORD: ${problem}`)
}

function addressTakenError(email: string): OperatorError {
  return new OperatorError(`RAPPORT_ADMIN_EMAIL: a user of the app already has ${email}. Please choose another one.`)
}

function randomPassword(): string {
  const randomLetter = () => ALPHABET[randomInt(ALPHABET.length)]
  const randomGroup = () => Array.from({ length: GROUP_LENGTH }, randomLetter).join('')
  return Array.from({ length: GROUPS }, randomGroup).join('-')
}
