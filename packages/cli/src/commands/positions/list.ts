import type { Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { interrupted } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/io/output.ts'
import { findCategory } from '#cli/lib/category-reference.ts'
import { presentList } from '#cli/lib/record-presentation.ts'
import {
  listPositions,
  type Named,
  namedToShow,
  positionList,
  positionsNamed,
} from '#cli/lib/records/position-record.ts'

export interface ListInput {
  category?: string
  search?: string
}

interface Listed extends Named {
  positions: Position[]
  isNarrowed: boolean
}

/** Every position of the category whose name holds the text searched for. */
export async function run({ category, search = '' }: ListInput, deps: Deps): Promise<Listed> {
  const wanted = category === undefined ? undefined : String((await findCategory(category, deps)).id)
  const positions = positionsNamed(search, await listPositions(deps)).filter(
    ({ category_id }) => wanted === undefined || String(category_id) === wanted,
  )
  const shown = await namedToShow(positions, deps)
  // Who interrupted wants no list without the names either.
  if (deps.signal.aborted) throw interrupted()
  return { positions, ...shown, isNarrowed: wanted !== undefined || search.trim() !== '' }
}

export function present({ positions, named: rows, isNarrowed, nameless }: Listed): Presentation {
  const none = isNarrowed ? 'No positions found matching your search.' : 'No positions available.'
  const shown = presentList(positionList, { rows: positions, named: rows, none })
  return nameless === undefined ? shown : { ...shown, talk: `${nameless}\n${shown.talk}` }
}
