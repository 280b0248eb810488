import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { findCategory } from '#cli/lib/category-reference.ts'
import { presentList } from '#cli/lib/record-presentation.ts'
import { listPositions, positionList, positionsNamed, withCategoryNames } from '#cli/lib/records/position-record.ts'

export interface ListInput {
  category?: string
  search?: string
}

interface Listed {
  positions: Position[]
  /** The same with the names of their categories. */
  named: Position[]
  isNarrowed: boolean
  /** Why the names of the categories are not there. */
  nameless?: string
}

/** Every position of the category whose name holds the text searched for. */
export async function run({ category, search = '' }: ListInput, deps: Deps): Promise<Listed> {
  const wanted = category === undefined ? undefined : String((await findCategory(category, deps)).id)
  const positions = positionsNamed(search, await listPositions(deps)).filter(
    ({ category_id }) => wanted === undefined || String(category_id) === wanted,
  )
  const listed = { positions, named: positions, isNarrowed: wanted !== undefined || search.trim() !== '' }
  if (!showsCategories(deps)) return listed
  try {
    return { ...listed, named: await withCategoryNames(positions, deps) }
  } catch (error) {
    // The list is there, with the ids of its categories; only who interrupted wants no list either.
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
    return { ...listed, nameless: error.message }
  }
}

/** JSON is the server's own records, which need no names. */
function showsCategories({ flags: { output, fields } }: Deps): boolean {
  return output !== 'json' && output !== 'ndjson' && (fields === undefined || fields.includes('category'))
}

export function present({ positions, named, isNarrowed, nameless }: Listed): Presentation {
  const none = isNarrowed ? 'No positions found matching your search.' : 'No positions available.'
  const shown = presentList(positionList, { rows: positions, named, none })
  if (nameless === undefined) return shown
  return { ...shown, talk: `The names of the categories could not be had: ${nameless}\n${shown.talk}` }
}
