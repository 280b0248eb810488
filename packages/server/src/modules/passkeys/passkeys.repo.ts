import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

export type PasskeyRow = Selectable<Schema['passkeys']>

/** Selects the passkeys of an account, the newest first. */
export async function selectPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export async function insertPasskey(trx: Db, row: Insertable<Schema['passkeys']>): Promise<PasskeyRow> {
  return trx.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deletePasskey(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('passkeys').where('id', '=', id).execute()
}
