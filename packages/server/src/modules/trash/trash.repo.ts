import type { EntityName } from '@rapport/core/api/operations.ts'
import type { Search } from '@rapport/core/text/fold-text.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'
import { toId } from '#server/domain/parse-input.ts'

export type TrashItem = Selectable<Schema['trash_items']>

// An expression keeps SQLite from using this column's index and then sorting or checking all that it finds.
const unindexedEntity = sql<string>`trash_items.entity || ''`

export interface TrashFilter {
  entities: readonly EntityName[]
  search: Search
}

/** Up to this many items, looking them up by entity and sorting them is faster than a scan of the ids. */
const MAX_SORTED = 10_000

export async function selectTrashPage(
  db: Db,
  engine: Engine,
  { entities, search: { words, id } }: TrashFilter,
  { offset, limit }: { offset: number; limit: number },
) {
  const indexOf = sql.raw(engine === 'postgres' ? 'strpos' : 'instr')
  const matchingItems = (entityColumn: typeof unindexedEntity | 'entity') =>
    db
      .selectFrom('trash_items')
      .where(entityColumn, 'in', entities)
      .$if(id !== undefined, (query) => query.where('record_id', '=', toId(id ?? '')))
      .where((eb) => eb.and(words.map((word) => sql<boolean>`${indexOf}(trash_items.search_text, ${word}) > 0`)))
  const { total } = await matchingItems('entity')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await matchingItems(total > MAX_SORTED ? unindexedEntity : 'entity')
    .leftJoin('users', 'users.id', 'trash_items.deleted_by')
    .select(['trash_items.id', 'entity', 'record_id', 'name', 'batch', 'deleted_at', 'deleted_by'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .orderBy('trash_items.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items, total }
}

/** Returns ids in the order of restoring: a position needs its category. */
export async function selectIdsToRestore(
  db: Db,
  { batch, ids }: { batch?: string | undefined; ids?: readonly number[] | undefined },
  entities: readonly EntityName[],
): Promise<number[]> {
  const rows = await inRestoreOrder(db)
    .select('id')
    .where('entity', 'in', entities)
    .$if(batch !== undefined, (query) => query.where('batch', '=', batch ?? ''))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the items that still exist until the transaction ends, and returns them in the same order. */
export async function lockItems(trx: Db, engine: Engine, ids: readonly number[]): Promise<TrashItem[]> {
  return inRestoreOrder(trx)
    .selectAll()
    .where('id', 'in', ids)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
}

export async function deleteItems(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('trash_items').where('id', 'in', ids).execute()
}

function inRestoreOrder(db: Db) {
  return db
    .selectFrom('trash_items')
    .orderBy((eb) => eb.case().when('entity', '=', 'category').then(0).else(1).end())
    .orderBy('id')
}

export interface PurgeFilter {
  entities: readonly EntityName[]
  deletedBefore?: number
  /** Whether to leave out accounts of the console. */
  excludesAccounts?: boolean
}

export async function selectIdsToPurge(db: Db, filter: PurgeFilter, limit: number): Promise<number[]> {
  const rows = await purgeQuery(db, filter).select('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function countToPurge(db: Db, filter: PurgeFilter): Promise<number> {
  const query = purgeQuery(db, filter).select((eb) => eb.fn.countAll<number>().as('total'))
  return (await query.executeTakeFirstOrThrow()).total
}

function purgeQuery(db: Db, { entities, deletedBefore, excludesAccounts = false }: PurgeFilter) {
  return (
    db
      .selectFrom('trash_items')
      .where(deletedBefore === undefined ? 'entity' : unindexedEntity, 'in', entities)
      .$if(deletedBefore !== undefined, (query) => query.where('deleted_at', '<', deletedBefore ?? 0))
      // No stored text can match, since JSON escapes its quotes.
      .$if(excludesAccounts, (query) => query.where('row', 'not like', '%"password_hash":"%'))
  )
}

/** Inserts a row under its old id. Returns false if another row has its id or a unique value. */
export async function insertRestored(trx: Db, table: keyof Schema, row: object): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Rows of other tables that were deleted with a user. */
export interface OwnedRows {
  two_factor?: Selectable<Schema['two_factor']>[] | undefined
  /** Written by earlier versions. Never restored, since some may have been used since. */
  recovery_codes?: unknown
}

export async function insertTwoFactor(trx: Db, two_factor: OwnedRows['two_factor'] = []): Promise<void> {
  if (two_factor.length > 0) await trx.insertInto('two_factor').values(two_factor).execute()
}
