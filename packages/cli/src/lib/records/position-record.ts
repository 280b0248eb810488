import { ApiError } from '@rapport/core/api/api-error.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import { foldText } from '@rapport/core/fold-text.ts'
import type { Deps } from '#cli/deps.ts'
import { isInterruption } from '#cli/io/errors.ts'
import type { Removal } from '#cli/lib/deletion.ts'
import { everyName } from '#cli/lib/every-name.ts'
import { NOT_SET, type RecordView } from '#cli/lib/record-presentation.ts'
import { listCategories } from './category-record.ts'

/** How positions are shown. */
export const positionRecord: RecordView<Position> = {
  noun: { one: 'position', many: 'positions', list: 'rapport positions list' },
  fields: everyName<keyof Position>({
    id: true,
    category_id: true,
    category: true,
    subcategory_name: true,
    benefits: true,
    tips: true,
    challenges: true,
    safety_tips: true,
    sub_cat_image: true,
  }),
  // By its name, as the files of a catalogue have it.
  csvRow: (position) => ({ ...position, category: position.category?.category_name }),
  columns: [
    { title: 'ID', text: ({ id }) => String(id) },
    { title: 'CATEGORY', text: ({ category, category_id }) => category?.category_name ?? String(category_id) },
    { title: 'NAME', text: ({ subcategory_name }) => subcategory_name },
    { title: 'BENEFITS', text: ({ benefits }) => oneLine(benefits), leaves: 1 },
    { title: 'TIPS', text: ({ tips }) => oneLine(tips) },
    { title: 'CHALLENGES', text: ({ challenges }) => oneLine(challenges) },
    { title: 'SAFETY TIPS', text: ({ safety_tips }) => oneLine(safety_tips) },
    { title: 'IMAGE', text: ({ sub_cat_image }) => sub_cat_image || NOT_SET },
  ],
}

/** In a table the texts, of up to 10,000 characters each, would leave no room for the rest. */
export const positionList: RecordView<Position> = {
  ...positionRecord,
  columns: positionRecord.columns.filter(({ title }) => ['ID', 'CATEGORY', 'NAME', 'BENEFITS'].includes(title)),
}

function oneLine(text: string | null | undefined): string {
  return text?.trim() ? text.trim().replaceAll(/\s+/g, ' ') : NOT_SET
}

/** All positions, as the contract has them: in one answer. */
export function listPositions({ api, call, signal }: Deps): Promise<Position[]> {
  return call('listPositions', () => unwrap(api.GET('/api/admin/subcategories', { signal })))
}

/** The same for people and files: by the names of their categories, where the server says no more than their ids. */
export async function withCategoryNames(positions: Position[], deps: Deps): Promise<Position[]> {
  if (positions.every(({ category }) => category)) return positions
  const categories = new Map((await listCategories(deps)).map((category) => [String(category.id), category]))
  return positions.map((position) => {
    const found = position.category ? undefined : categories.get(String(position.category_id))
    if (!found) return position
    const { category_name } = found
    return { ...position, category: { category_name } }
  })
}

/** Positions with the names of their categories, or why these could not be had. */
export interface Named {
  named: Position[]
  nameless?: string
}

/** The same as far as what is shown of them needs names: what was read or saved is shown without them, if it must be. */
export async function namedToShow(positions: Position[], deps: Deps): Promise<Named> {
  if (!showsCategories(deps)) return { named: positions }
  try {
    return { named: await withCategoryNames(positions, deps) }
  } catch (error) {
    if (!(error instanceof ApiError) && !isInterruption(error)) throw error
    return { named: positions, nameless: `The names of the categories could not be had: ${error.message}` }
  }
}

/** JSON is the server's own records, which need no names. */
function showsCategories({ flags: { output, fields } }: Deps): boolean {
  return output !== 'json' && output !== 'ndjson' && (fields === undefined || fields.includes('category'))
}

/** Deletes positions, one in each call. */
export const positionRemoval: Removal = {
  operation: 'deletePosition',
  remove: (id, { api, signal }) =>
    unwrap(api.DELETE('/api/admin/subcategory/{id}', { params: { path: { id } }, signal })),
}

/** The positions whose name holds the text, of whatever letter case and accents. */
export function positionsNamed(search: string, positions: readonly Position[]): Position[] {
  const text = foldText(search.trim())
  return positions.filter(({ subcategory_name }) => foldText(subcategory_name).includes(text))
}

/** A position by its name and its category's, to tell it from others. */
export function positionTitle({ category, subcategory_name }: Position): string {
  return category ? `${subcategory_name}, in ${category.category_name}` : subcategory_name
}
