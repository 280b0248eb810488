import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { detailWithReason } from '#server/security/audit/audit.repo.ts'

export interface HistoryFilter {
  entity?: string | undefined
  recordId?: number | undefined
  actorId?: number | undefined
  event?: string | undefined
  /** Inclusive, in milliseconds since 1970, as is `to`. */
  from?: number | undefined
  to?: number | undefined
}

/**
 * Returns true if one index yields the events already filtered and sorted. Otherwise the query may have to read every
 * match of an index.
 */
export function isReadInIndexOrder({ entity, recordId, actorId, event }: HistoryFilter): boolean {
  const conditions = [entity, event, actorId].filter((value) => value !== undefined)
  return conditions.length <= 1 && (recordId === undefined || entity !== undefined)
}

interface Bounds {
  cursor: number | undefined
  limit: number
}

// SQLite cannot tell which condition is rarest. An expression instead of a column keeps it from using that column's index,
// which leaves only the best one: the record's, or the event's (with the admin, if given).
const unindexedEntity = sql<string>`audit_events.target_type || ''`
const unindexedEvent = sql<string>`audit_events.event || ''`
const unindexedActor = sql<number>`audit_events.actor_id + 0`

/** Selects the newest events first. Ids ascend with time, so a time is first turned into an id. */
export async function selectHistory(db: Db, filter: HistoryFilter, { cursor, limit }: Bounds) {
  const { entity, recordId, actorId, event, from, to } = filter
  const firstId = from === undefined ? 0 : await firstIdSince(db, from)
  const isByRecord = recordId !== undefined
  const isByEvent = event !== undefined && !isByRecord
  const lastId = to === undefined ? Number.MAX_SAFE_INTEGER : await lastIdUntil(db, to)
  // If the clock was set back, the ids in between have other times too.
  return db
    .selectFrom('audit_events')
    .leftJoin('users', 'users.id', 'audit_events.actor_id')
    .leftJoin('event_reasons', 'event_reasons.event_id', 'audit_events.id')
    .select([
      'audit_events.id',
      'at',
      'event',
      'actor',
      'actor_id',
      'audit_events.target_type',
      'audit_events.target_id',
      'ip',
      'changes',
    ])
    .select(detailWithReason.as('detail'))
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('audit_events.id', '>=', firstId)
    .where('audit_events.id', '<=', Math.min(lastId, (cursor ?? Number.MAX_SAFE_INTEGER) - 1))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<=', to ?? 0))
    .$if(recordId !== undefined, (query) => query.where('audit_events.target_id', '=', recordId ?? 0))
    .$if(entity !== undefined, (query) =>
      query.where(isByEvent ? unindexedEntity : 'audit_events.target_type', '=', entity ?? ''),
    )
    .$if(event !== undefined, (query) => query.where(isByEvent ? 'event' : unindexedEvent, '=', event ?? ''))
    .$if(actorId !== undefined, (query) => query.where(isByRecord ? unindexedActor : 'actor_id', '=', actorId ?? 0))
    .orderBy('audit_events.id', 'desc')
    .limit(limit)
    .execute()
}

async function firstIdSince(db: Db, from: number): Promise<number> {
  const query = db.selectFrom('audit_events').select('id').where('at', '>=', from).orderBy('at').orderBy('id').limit(1)
  return (await query.executeTakeFirst())?.id ?? Number.MAX_SAFE_INTEGER
}

async function lastIdUntil(db: Db, to: number): Promise<number> {
  const query = db.selectFrom('audit_events').select('id').where('at', '<=', to)
  return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
}
