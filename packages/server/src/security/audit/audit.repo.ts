import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { compiledInsert } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'

export type AuditRow = Selectable<Schema['audit_events']>

export interface AuditFilter {
  /** Milliseconds since 1970. */
  since: number
  event?: string | undefined
  /** Limits to events by or about this email address: its digest, or the account that has it now. */
  email?: { emailMac: string; userId: number | undefined } | undefined
}

export type NewAuditRow = Required<Omit<Insertable<Schema['audit_events']>, 'id'>>

export const insertAuditRow: (db: Db, row: NewAuditRow) => Promise<unknown> = compiledInsert('audit_events')

export async function selectAuditRows(
  db: Db,
  { since, event, email }: AuditFilter,
  { after, limit }: { after: number; limit: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('id', '>', after)
    .where('at', '>=', since)
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(email !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('email_mac', '=', email?.emailMac ?? ''),
          eb('actor_id', '=', email?.userId ?? 0),
          eb.and([eb('target_type', '=', 'user'), eb('target_id', '=', email?.userId ?? 0)]),
        ]),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function timeOfNewestEventBefore(db: Db, time: number): Promise<number | undefined> {
  const events = db.selectFrom('audit_events').select('at').where('at', '<', time)
  return (await events.orderBy('at', 'desc').limit(1).executeTakeFirst())?.at
}

/** Deletes older rows, if the database allows it. */
export async function deleteAuditRows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('audit_events').where('at', '<', before).execute()
}
