import type { Db } from '#server/db/client.ts'
import type { PositionTexts } from '#server/db/schema.ts'

/** Optional texts: a form that omits one keeps it. */
const TEXTS = ['benefits', 'tips', 'challenges', 'safety_tips'] as const satisfies readonly (keyof PositionTexts)[]

/** Selects all positions, newest first, or the one with this id. */
export async function selectPositions(db: Db, id?: number) {
  return db
    .selectFrom('positions')
    .innerJoin('categories', 'categories.id', 'positions.category_id')
    .leftJoin('images', 'images.sha256', 'positions.image')
    .select(['positions.id', 'category_id', 'categories.name as category_name', 'positions.name', ...TEXTS])
    .select(['positions.image', 'positions.version', 'media_type'])
    .$if(id !== undefined, (query) => query.where('positions.id', '=', id ?? 0))
    .orderBy('positions.id', 'desc')
    .execute()
}

/** Returns all texts; those that were not sent keep their value. */
export function toPositionTexts(
  input: { [Name in keyof PositionTexts]?: string | undefined },
  before: PositionTexts | undefined,
): PositionTexts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `TEXTS` are all of them
  return Object.fromEntries(TEXTS.map((name) => [name, input[name] ?? before?.[name] ?? null])) as Record<
    (typeof TEXTS)[number],
    string | null
  >
}
