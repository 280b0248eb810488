import type { Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { positions } from '#cli/entities/positions.ts'
import { interrupted } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/io/output.ts'
import { findCategory } from '#cli/entities/category-reference.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import { searchRecords } from '#cli/entities/search-records.ts'
import { namedForPeople } from './category-names.ts'

export interface ListInput {
  category?: string
  search?: string
}

interface Listed {
  rows: Position[]
  named: Position[]
  hints: string[]
  none: string
}

/** Every position of the category whose name holds the text searched for. */
export async function run({ category, search }: ListInput, deps: Deps): Promise<Listed> {
  const wanted = category === undefined ? undefined : String((await findCategory(category, deps)).id)
  const rows = searchRecords(positions, search, await positions.list(deps)).filter(
    ({ category_id }) => wanted === undefined || String(category_id) === wanted,
  )
  const { rows: named, hints } = await namedForPeople(rows, deps)
  if (deps.signal.aborted) throw interrupted()
  const isNarrowed = wanted !== undefined || search !== undefined
  return { rows, named, hints, none: isNarrowed ? positions.none.found : positions.none.all }
}

export function present({ hints, ...listed }: Listed): Presentation {
  const shown = presentList(positions, listed)
  return { ...shown, info: [...hints, shown.info].join('\n') }
}
