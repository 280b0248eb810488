import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'

/** Selects the users with these ids, and their copies in the trash. */
export async function selectCopies(db: Db, ids: readonly number[]) {
  return {
    users: await db.selectFrom('users').select(['id', 'email', 'created_at']).where('id', 'in', ids).execute(),
    trashed: await db
      .selectFrom('trash_items')
      .select(['record_id', 'row'])
      .where('entity', '=', 'user')
      .where('record_id', 'in', ids)
      .execute(),
  }
}

/** Erases users, their copies in the trash, and the reasons of events about them. Returns the ids of those who were still there. */
export async function eraseUsers(trx: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const users = await trx.deleteFrom('users').where('id', 'in', ids).returning('id').execute()
  const trashed = await trx
    .deleteFrom('trash_items')
    .where('entity', '=', 'user')
    .where('record_id', 'in', ids)
    .returning('record_id')
    .execute()
  await trx.deleteFrom('event_reasons').where('target_type', '=', 'user').where('target_id', 'in', ids).execute()
  return [...new Set([...users.map(({ id }) => id), ...trashed.map(({ record_id }) => record_id)])]
}

/** Keeps ids up to this one from being assigned again, which a restored database would do. */
export async function reserveUserIds(db: Db, engine: Engine, maxId: number): Promise<void> {
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('users', 'id'), ${maxId}::bigint)
      from pg_sequences where sequencename = 'users_id_seq' and coalesce(last_value, 0) < ${maxId}::bigint`.execute(db)
    return
  }
  await sql`insert into sqlite_sequence (name, seq) select 'users', 0
    where not exists (select 1 from sqlite_sequence where name = 'users')`.execute(db)
  await sql`update sqlite_sequence set seq = ${maxId} where name = 'users' and seq < ${maxId}`.execute(db)
}
