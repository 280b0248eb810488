import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

export interface HistoryFilter {
  entity?: string | undefined
  recordId?: number | undefined
  actorId?: number | undefined
  event?: string | undefined
  /** In milliseconds since 1970, both inclusive. */
  from?: number | undefined
  to?: number | undefined
}

/** True if one index finds the events in their order; otherwise all that one finds may be sorted or checked. */
export function isSoonRead({ entity, recordId, actorId, event }: HistoryFilter): boolean {
  const others = [entity, event, actorId].filter((value) => value !== undefined)
  return others.length <= 1 && (recordId === undefined || entity !== undefined)
}

interface Bounds {
  /** Only events before this id. */
  cursor: number | undefined
  limit: number
}

// SQLite does not know which of several conditions is the rarer one. What is written like this it looks up by no index, so
// that the one that fits best is left: that of the record, or of the event, with the admin where one is asked for.
const unindexedEntity = sql<string>`audit_events.target_type || ''`
const unindexedEvent = sql<string>`audit_events.event || ''`
const unindexedActor = sql<number>`audit_events.actor_id + 0`

/**
 * The newest events first. Ids follow the time, so that a time is found as an id, and the events are read from there on by
 * whichever index.
 */
export async function selectHistory(db: Db, filter: HistoryFilter, { cursor, limit }: Bounds) {
  const { entity, recordId, actorId, event, from, to } = filter
  const first = from === undefined ? 0 : await firstIdSince(db, from)
  const byRecord = recordId !== undefined
  const byEvent = event !== undefined && !byRecord
  const last = to === undefined ? Number.MAX_SAFE_INTEGER : await lastIdUntil(db, to)
  return db
    .selectFrom('audit_events')
    .leftJoin('users', 'users.id', 'audit_events.actor_id')
    .select([
      'audit_events.id',
      'at',
      'event',
      'actor',
      'actor_id',
      'target_type',
      'target_id',
      'ip',
      'detail',
      'changes',
    ])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('audit_events.id', '>=', first)
    .where('audit_events.id', '<=', Math.min(last, (cursor ?? Number.MAX_SAFE_INTEGER) - 1))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<=', to ?? 0))
    .$if(recordId !== undefined, (query) => query.where('target_id', '=', recordId ?? 0))
    .$if(entity !== undefined, (query) => query.where(byEvent ? unindexedEntity : 'target_type', '=', entity ?? ''))
    .$if(event !== undefined, (query) => query.where(byEvent ? 'event' : unindexedEvent, '=', event ?? ''))
    .$if(actorId !== undefined, (query) => query.where(byRecord ? unindexedActor : 'actor_id', '=', actorId ?? 0))
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
