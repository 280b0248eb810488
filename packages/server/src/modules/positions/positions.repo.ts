import type { Insertable } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

type PositionTexts = { [Name in (typeof TEXTS)[number]]?: string | null | undefined }

export type PositionValues = Omit<Insertable<Schema['positions']>, 'id' | 'created_at' | 'version'>

/** Optional texts: a form that omits one keeps it. */
const TEXTS = ['benefits', 'tips', 'challenges', 'safety_tips'] as const

const COLUMNS = [
  'positions.id',
  'positions.category_id',
  'categories.name as category_name',
  'positions.name',
  ...TEXTS.map((name) => `positions.${name}` as const),
  'positions.image',
  'positions.version',
  'images.media_type',
] as const

export type ListedPosition = Awaited<ReturnType<typeof selectPositionRows>>[number]

export async function selectPositionRows(db: Db) {
  return withCategory(db).select(COLUMNS).orderBy('positions.id', 'desc').execute()
}

export async function selectPositionRow(db: Db, id: number): Promise<ListedPosition> {
  return withCategory(db).select(COLUMNS).where('positions.id', '=', id).executeTakeFirstOrThrow()
}

export async function lockPosition(trx: Db, engine: Engine, id: number) {
  return trx
    .selectFrom('positions')
    .select([...TEXTS, 'image', 'version'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function insertPositionRow(trx: Db, values: PositionValues, now: number): Promise<number> {
  const row = { ...values, created_at: now }
  return (await trx.insertInto('positions').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updatePositionRow(trx: Db, id: number, values: PositionValues): Promise<void> {
  await trx
    .updateTable('positions')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deletePositionRow(trx: Db, id: number) {
  return trx.deleteFrom('positions').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Returns all texts; those that were not sent keep their value. */
export function toPositionTexts(
  input: PositionTexts,
  before: PositionTexts = {},
): Pick<PositionValues, keyof PositionTexts> {
  return Object.fromEntries(TEXTS.map((name) => [name, input[name] ?? before[name] ?? null]))
}

function withCategory(db: Db) {
  return db
    .selectFrom('positions')
    .innerJoin('categories', 'categories.id', 'positions.category_id')
    .leftJoin('images', 'images.sha256', 'positions.image')
}
