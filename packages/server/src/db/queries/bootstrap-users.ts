import { sql } from 'kysely'
import { isConsoleAdmin } from '#server/security/account.repo.ts'
import type { Db, Engine } from '../client.ts'
import { type NewUser, userRow } from './user-row.ts'

/** Returns true if there is an admin, even a suspended one. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where(isConsoleAdmin).limit(1).executeTakeFirst()
  return admin !== undefined
}

export async function countUserRows(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Keeps other processes from writing users until the transaction ends, as any transaction does on SQLite. */
export async function lockUsers(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table users in exclusive mode`.execute(trx)
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  return (await db.insertInto('users').values(userRow(user)).returning('id').executeTakeFirstOrThrow()).id
}
