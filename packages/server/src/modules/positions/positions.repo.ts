import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { PositionChangesInput } from '@rapport/core/entities/positions/position.ts'
import type { Db } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import type { PositionTexts } from '#server/db/schema.ts'
import { mediaPath } from '#server/domain/media-path.ts'
import { keyOfName, type RecordValues } from '#server/records/records.repo.ts'

type Position = Schemas['Position']
type Row = Awaited<ReturnType<typeof selectPositions>>[number]

/** Optional texts: a form that omits one keeps it. */
const TEXTS = ['benefits', 'tips', 'challenges', 'safety_tips'] as const satisfies readonly (keyof PositionTexts)[]

/** Selects all, newest first. */
export async function selectPositions(db: Db) {
  return queryPositions(db).orderBy('positions.id', 'desc').execute()
}

export const findPosition = compiledQuery((db, arg: Arg<{ id: number }>) =>
  queryPositions(db).where('positions.id', '=', arg('id')),
)

function queryPositions(db: Db) {
  return db
    .selectFrom('positions')
    .innerJoin('categories', 'categories.id', 'positions.category_id')
    .leftJoin('images', 'images.sha256', 'positions.image')
    .select(['positions.id', 'category_id', 'categories.name as category_name', 'positions.name', ...TEXTS])
    .select(['positions.image', 'positions.version', 'media_type'])
}

/** Returns a position; `Required` makes the compiler report a missing field. */
export function toPosition({ name, category_name, image, media_type, ...row }: Row): Required<Position> {
  return { ...row, category: { category_name }, subcategory_name: name, sub_cat_image: mediaPath(image, media_type) }
}

/** Returns the values to save; texts that were not sent keep their value. */
export function toPositionValues(
  input: PositionChangesInput,
  {
    before,
    ...columns
  }: {
    before: (PositionTexts & { name: string; name_key: string }) | undefined
    category_id: number
    image: string | null
  },
): RecordValues<'positions'> {
  const name = input.subcategory_name
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are `TEXTS`
  const texts = Object.fromEntries(TEXTS.map((text) => [text, input[text] ?? before?.[text] ?? null])) as {
    [Name in (typeof TEXTS)[number]]: string | null
  }
  return { ...columns, name, name_key: keyOfName(name, before), ...texts }
}
