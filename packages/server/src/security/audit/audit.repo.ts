import { type Expression, expressionBuilder, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { compiledInsert } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'

export type AuditRow = Selectable<Schema['audit_events']>

export type NewAuditRow = Required<Omit<Insertable<Schema['audit_events']>, 'id'>>

export const insertAuditRow: (db: Db, row: NewAuditRow) => Promise<unknown> = compiledInsert('audit_events')

/** Inserts an event about a record, and why it was done. */
export async function insertAuditRowWithReason(trx: Db, row: NewAuditRow, reason: string): Promise<void> {
  const { id } = await trx.insertInto('audit_events').values(row).returning('id').executeTakeFirstOrThrow()
  const { target_type, target_id } = row
  if (target_type === null || target_id === null) throw new TypeError('A reason is about a record.')
  await trx.insertInto('event_reasons').values({ event_id: id, target_type, target_id, reason }).execute()
}

/** Inserts the same event about many users in one statement. */
export async function insertAuditRowsOfUsers(
  trx: Db,
  { at, event, detail }: Pick<NewAuditRow, 'at' | 'event' | 'detail'>,
  userIds: readonly number[],
): Promise<void> {
  await sql`insert into audit_events (at, event, actor, target_type, target_id, detail)
    select ${at}, ${event}, 'server', 'user', cast(column1 as bigint), ${detail}
    from (values ${sql.join(userIds.map((id) => sql`(${id})`))}) as users`.execute(trx)
}

/** Deletes the reasons of all events about a user, which may say something about them. */
export async function deleteReasons(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('event_reasons').where('target_type', '=', 'user').where('target_id', '=', userId).execute()
}

/** The detail of an event, with its reason. Join `event_reasons` first. */
export const detailWithReason = sql<
  string | null
>`coalesce(event_reasons.reason || ' (' || audit_events.detail || ')', event_reasons.reason, audit_events.detail)`

const EVENTS_PER_CHUNK = 100

/** Yields the events that match, with their reasons, oldest first. */
export async function* auditChunks(db: Db, condition: Expression<SqlBool>): AsyncGenerator<AuditRow[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('audit_events')
      .leftJoin('event_reasons', 'event_reasons.event_id', 'audit_events.id')
      .selectAll('audit_events')
      .select(detailWithReason.as('detail'))
      .where('id', '>', after)
      .where(condition)
      .orderBy('id')
      .limit(EVENTS_PER_CHUNK)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < EVENTS_PER_CHUNK) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Matches the events of and about a user. */
export function isAboutUser(userId: number) {
  return sql<boolean>`(audit_events.target_type = 'user' and audit_events.target_id = ${userId})`
}

/** Matches events since a time, in milliseconds, by or about an email address: its digest, or the account that has it now. */
export function auditFilter(
  since: number,
  event: string | undefined,
  email: { emailMac: string; userId: number | undefined } | undefined,
): Expression<SqlBool> {
  const { emailMac = '', userId = 0 } = email ?? {}
  const eb = expressionBuilder<Schema, 'audit_events'>()
  return eb.and([
    eb('at', '>=', since),
    ...(event === undefined ? [] : [eb('event', '=', event)]),
    ...(email ? [eb.or([eb('email_mac', '=', emailMac), eb('actor_id', '=', userId), isAboutUser(userId)])] : []),
  ])
}

export async function timeOfNewestEventBefore(db: Db, time: number): Promise<number | undefined> {
  const events = db.selectFrom('audit_events').select('at').where('at', '<', time)
  return (await events.orderBy('at', 'desc').limit(1).executeTakeFirst())?.at
}

/** Deletes older rows, if the database allows it. */
export async function deleteAuditRows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('audit_events').where('at', '<', before).execute()
}
