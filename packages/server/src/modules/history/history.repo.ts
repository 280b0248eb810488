import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { fullName } from '@rapport/core/entities/users/user.ts'
import { foldText, matchesSearch, type Search } from '@rapport/core/text/fold-text.ts'
import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { detailWithReason } from '#server/security/audit/audit.repo.ts'

export interface HistoryFilter {
  entity?: string | undefined
  recordId?: number | undefined
  actorId?: number | undefined
  event?: string | undefined
  /** Inclusive, in milliseconds since 1970, as is `to`. */
  from?: number | undefined
  to?: number | undefined
  /** The words of a record's name. */
  search?: Search | undefined
  /** The entities whose records in the trash the caller may see. */
  trashEntities: readonly EntityName[]
}

/**
 * Returns true if one index yields the events already filtered and sorted. Otherwise the query may have to read every
 * match of an index.
 */
export function isReadInIndexOrder({ entity, recordId, actorId, event, search }: HistoryFilter): boolean {
  if (search !== undefined) return false
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

/**
 * Selects the newest events first, with the names of their admins and records. Those are never stored with an event, so that
 * nothing is left of a person who was erased.
 */
export async function selectHistory(db: Db, engine: Engine, filter: HistoryFilter, bounds: Bounds) {
  const newest = await createNewest(db, filter, bounds)
  const { recordId, search, trashEntities } = filter
  const arms = search
    ? (await selectNamed(db, engine, search, trashEntities)).flatMap((named) => armsOf(newest, named, filter))
    : [newest({ isByRecord: recordId !== undefined })]
  // Each arm is read in the order of an index, so that the newest of all are found without sorting all.
  const [first, ...others] = arms.map((arm) => db.selectFrom(arm.as('arm')).selectAll())
  if (first === undefined) return []
  const matches = others.reduce((union, arm) => union.unionAll(arm), first)
  const page = db.selectFrom(matches.as('matches')).selectAll().orderBy('id', 'desc').limit(bounds.limit)
  return db
    .selectFrom(page.as('audit_events'))
    .leftJoin('users', 'users.id', 'audit_events.actor_id')
    .leftJoin('users as people', (on) => on.onRef('people.id', '=', targetId).on(targetType, '=', 'user'))
    .leftJoin('categories', (on) => on.onRef('categories.id', '=', targetId).on(targetType, '=', 'category'))
    .leftJoin('positions', (on) => on.onRef('positions.id', '=', targetId).on(targetType, '=', 'position'))
    .leftJoin('products', (on) => on.onRef('products.id', '=', targetId).on(targetType, '=', 'product'))
    .leftJoin('trash_items', (on) =>
      on.onRef('record_id', '=', targetId).onRef('entity', '=', targetType).on(isIn('entity', trashEntities)),
    )
    .leftJoin('event_reasons', 'event_reasons.event_id', 'audit_events.id')
    .select(['audit_events.id', 'at', 'event', 'actor', 'actor_id', targetType, targetId, 'ip', 'changes'])
    .select(['audit_events.detail as own_detail', detailWithReason.as('detail')])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .select(['people.first_name as own_first_name', 'people.last_name as own_last_name', 'people.email as own_email'])
    .select(({ fn }) =>
      fn.coalesce('categories.name', 'positions.name', 'products.name', 'trash_items.name').as('name'),
    )
    .orderBy('audit_events.id', 'desc')
    .execute()
}

const targetType = 'audit_events.target_type'
const targetId = 'audit_events.target_id'

/** Returns a condition; PostgreSQL does not accept an empty list. */
function isIn(column: string, values: readonly string[]) {
  return values.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`
}

type Newest = Awaited<ReturnType<typeof createNewest>>

/** Returns a query for the newest events that match. Ids ascend with time, so a time is first turned into an id. */
async function createNewest(db: Db, filter: HistoryFilter, { cursor, limit }: Bounds) {
  const { entity, recordId, actorId, event, from, to } = filter
  const firstId = from === undefined ? 0 : await firstIdSince(db, from)
  const lastId = to === undefined ? Number.MAX_SAFE_INTEGER : await lastIdUntil(db, to)
  return ({ isByRecord }: { isByRecord: boolean }) => {
    const isByEvent = event !== undefined && !isByRecord
    // If the clock was set back, the ids in between have other times too.
    return db
      .selectFrom('audit_events')
      .selectAll()
      .where('audit_events.id', '>=', firstId)
      .where('audit_events.id', '<=', Math.min(lastId, (cursor ?? Number.MAX_SAFE_INTEGER) - 1))
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('at', '<=', to ?? 0))
      .$if(recordId !== undefined, (query) => query.where('target_id', '=', recordId ?? 0))
      .$if(entity !== undefined, (query) => query.where(isByEvent ? unindexedEntity : 'target_type', '=', entity ?? ''))
      .$if(event !== undefined, (query) => query.where(isByEvent ? 'event' : unindexedEvent, '=', event ?? ''))
      .$if(actorId !== undefined, (query) => query.where(isByRecord ? unindexedActor : 'actor_id', '=', actorId ?? 0))
      .orderBy('audit_events.id', 'desc')
      .limit(limit)
  }
}

interface Named {
  entity: string
  ids: readonly number[]
}

/** Records that are looked up one by one. More of them have so many events that reading all for the newest takes less. */
const MAX_LOOKUPS = 100
/** The newest that a search finds in the trash. */
const MAX_IN_TRASH = 1000

function armsOf(newest: Newest, { entity, ids }: Named, { event }: HistoryFilter) {
  // Events that begin with no entity are about accounts.
  if (event !== undefined && entity !== (ENTITY_NAMES.find((name) => event.startsWith(`${name}.`)) ?? 'user')) return []
  if (ids.length > MAX_LOOKUPS) {
    const ofEntity = event === undefined ? 'target_type' : unindexedEntity
    return [newest({ isByRecord: false }).where(ofEntity, '=', entity).where('target_id', 'in', ids)]
  }
  return ids.map((id) => newest({ isByRecord: true }).where('target_type', '=', entity).where('target_id', '=', id))
}

/** Selects the records with a matching name: those of the catalogue, the accounts of the console and the trash. */
async function selectNamed(
  db: Db,
  engine: Engine,
  search: Search,
  trashEntities: readonly EntityName[],
): Promise<Named[]> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('password_hash', 'is not', null)
    .execute()
  const named: Record<EntityName, { id: number; name: string }[]> = {
    category: await db.selectFrom('categories').select(['id', 'name']).execute(),
    position: await db.selectFrom('positions').select(['id', 'name']).execute(),
    product: await db.selectFrom('products').select(['id', 'name']).execute(),
    user: people.map(({ id, email, ...person }) => ({ id, name: [fullName(person), email].join(' ') })),
  }
  const indexOf = sql.raw(engine === 'postgres' ? 'strpos' : 'instr')
  const deleted = await db
    .selectFrom('trash_items')
    .select(['entity', 'record_id'])
    .where(isIn('entity', trashEntities))
    .where((eb) => eb.and(search.words.map((word) => sql<boolean>`${indexOf}(search_text, ${word}) > 0`)))
    .orderBy('id', 'desc')
    .limit(MAX_IN_TRASH)
    .execute()
  return Object.entries(named)
    .map(([entity, records]) => {
      const found = records.filter((record) => matchesSearch(search, record, foldText(record.name)))
      const inTrash = deleted.filter((item) => item.entity === entity).map(({ record_id }) => record_id)
      return { entity, ids: [...found.map(({ id }) => id), ...inTrash] }
    })
    .filter(({ ids }) => ids.length > 0)
}

async function firstIdSince(db: Db, from: number): Promise<number> {
  const query = db.selectFrom('audit_events').select('id').where('at', '>=', from).orderBy('at').orderBy('id').limit(1)
  return (await query.executeTakeFirst())?.id ?? Number.MAX_SAFE_INTEGER
}

async function lastIdUntil(db: Db, to: number): Promise<number> {
  const query = db.selectFrom('audit_events').select('id').where('at', '<=', to)
  return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
}
