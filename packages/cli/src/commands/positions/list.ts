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
}

/** Every position of the category whose name holds the text searched for. */
export async function run({ category, search = '' }: ListInput, deps: Deps): Promise<Listed> {
  const { flags } = deps
  const wanted = category === undefined ? undefined : String((await findCategory(category, deps)).id)
  const positions = positionsNamed(search, await listPositions(deps)).filter(
    ({ category_id }) => wanted === undefined || String(category_id) === wanted,
  )
  // JSON is the server's own records, which need no names.
  const named =
    flags.output === 'json' || flags.output === 'ndjson' ? positions : await withCategoryNames(positions, deps)
  return { positions, named, isNarrowed: wanted !== undefined || search.trim() !== '' }
}

export function present({ positions, named, isNarrowed }: Listed): Presentation {
  const none = isNarrowed ? 'No positions found matching your search.' : 'No positions available.'
  return presentList(positionList, { rows: positions, named, none })
}
