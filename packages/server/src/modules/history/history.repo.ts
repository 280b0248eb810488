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

interface Bounds {
  /** Only events before this id. */
  cursor: number | undefined
  limit: number
}

/**
 * The newest events first. Ids follow the time, so that a time is found as an id: the events are read from the last one on,
 * by whichever index, and never searched for the first one in time.
 */
export async function selectHistory(db: Db, filter: HistoryFilter, { cursor, limit }: Bounds) {
  const { entity, recordId, actorId, event, from, to } = filter
  const first = from === undefined ? 0 : await firstIdSince(db, from)
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
    .$if(entity !== undefined, (query) => query.where('target_type', '=', entity ?? ''))
    .$if(recordId !== undefined, (query) => query.where('target_id', '=', recordId ?? 0))
    .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId ?? 0))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
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
