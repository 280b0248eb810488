import type { Insertable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

export async function insertAuditRow(db: Db, row: Omit<Insertable<Schema['audit_events']>, 'id'>): Promise<void> {
  await db.insertInto('audit_events').values(row).execute()
}

/** Deletes what is older, as far as the database lets go of it. */
export async function deleteAuditRows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('audit_events').where('at', '<', before).execute()
}
