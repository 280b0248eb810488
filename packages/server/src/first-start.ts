import { randomInt } from 'node:crypto'
import type { Database } from './db/client.ts'
import { DEMO_USERS, insertDemo } from './db/demo/demo.ts'
import { countUserRows, hasSigningAdmin, insertUser, lockUsers } from './db/first-rows.ts'
import type { PasswordHasher } from './passwords/password-hash.ts'

interface FirstStartOptions {
  database: Database
  hasher: PasswordHasher
  now: Date
  /** Made up where not given. */
  email: string | undefined
  password: string | undefined
  demo: boolean
}

/** The admin that a first start has made; `password` only if it was made up, since nobody else knows it. */
export interface FirstAdmin {
  email: string
  password: string | undefined
  hasDemo: boolean
}

const DEFAULT_EMAIL = 'admin@rapport.example'
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 5

/** Makes the first admin, and demo data in an empty database, in one transaction; undefined when there is an admin. */
export async function firstStart(options: FirstStartOptions): Promise<FirstAdmin | undefined> {
  const { database, hasher, now, email = DEFAULT_EMAIL } = options
  if (await hasSigningAdmin(database.db)) return undefined
  const password = options.password ?? randomPassword()
  const password_hash = await hasher.hash(password)

  return database.transaction(async (trx) => {
    await lockUsers(trx, database.engine)
    // Another process on the same PostgreSQL may have been faster.
    if (await hasSigningAdmin(trx)) return undefined
    const hasDemo = options.demo && (await countUserRows(trx)) === 0
    await insertUser(trx, {
      email,
      first_name: 'Rapport',
      last_name: 'Admin',
      role: 'admin',
      status: 'active',
      profile_completed: true,
      created_at: now,
      joined_at: now,
      password_hash,
    })
    if (hasDemo) await insertDemo(trx, { users: DEMO_USERS, now })
    return { email, password: options.password === undefined ? password : undefined, hasDemo }
  })
}

function randomPassword(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)]
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
