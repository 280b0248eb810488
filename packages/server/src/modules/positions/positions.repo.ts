import type { Insertable } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

export type PositionValues = Omit<Insertable<Schema['positions']>, 'id' | 'created_at'>

const COLUMNS = [
  'positions.id',
  'positions.category_id',
  'categories.name as category_name',
  'positions.name',
  'positions.benefits',
  'positions.tips',
  'positions.challenges',
  'positions.safety_tips',
  'positions.image',
  'images.media_type',
] as const

export type ListedPosition = Awaited<ReturnType<typeof selectPositionRows>>[number]

/** The newest first, with the names of their categories. */
export async function selectPositionRows(db: Db) {
  return withCategory(db).select(COLUMNS).orderBy('positions.id', 'desc').execute()
}

export async function selectPositionRow(db: Db, id: number): Promise<ListedPosition> {
  return withCategory(db).select(COLUMNS).where('positions.id', '=', id).executeTakeFirstOrThrow()
}

/** Whether there is this category; if so, nobody deletes it until the transaction ends. */
export async function keepCategory(trx: Db, engine: Engine, id: number): Promise<boolean> {
  const found = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  return found !== undefined
}

/** What a position is now; nobody else changes it until the transaction ends. */
export async function lockPosition(trx: Db, engine: Engine, id: number) {
  return trx
    .selectFrom('positions')
    .select(['benefits', 'tips', 'challenges', 'safety_tips', 'image'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Answers the id. */
export async function insertPositionRow(trx: Db, values: PositionValues, now: number): Promise<number> {
  const row = { ...values, created_at: now }
  return (await trx.insertInto('positions').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updatePositionRow(trx: Db, id: number, values: PositionValues): Promise<void> {
  await trx.updateTable('positions').set(values).where('id', '=', id).execute()
}

export async function deletePositionRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('positions').where('id', '=', id).execute()
}

function withCategory(db: Db) {
  return db
    .selectFrom('positions')
    .innerJoin('categories', 'categories.id', 'positions.category_id')
    .leftJoin('images', 'images.sha256', 'positions.image')
}
