import type { Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { positions } from '#cli/entities/positions.ts'
import type { Presentation } from '#cli/io/output.ts'
import { findCategory } from '#cli/entities/category-reference.ts'
import type { GivenOptions } from '#cli/entities/field-options.ts'
import { checkIds, foundById } from '#cli/entities/record-ids.ts'
import { namedChanges, presentSaved, type Saved, updateRecord } from '#cli/entities/save-verbs.ts'
import { namedForPeople } from './category-names.ts'

export interface UpdateInput {
  id: string
  options: GivenOptions
}

interface Updated extends Saved<Position> {
  named: Position
}

/** Changes of a position what was named, and nothing else. */
export async function run({ id, options }: UpdateInput, deps: Deps): Promise<Updated> {
  checkIds([id], positions)
  const named = await namedChanges(positions, options, deps)
  const { category } = options
  const category_id = category === undefined ? undefined : String((await findCategory(category, deps)).id)
  const before = foundById(await positions.list(deps), id, positions)
  const { record, hints } = await updateRecord(positions, before, { ...named, category_id }, deps)
  const shown = await namedForPeople([record], deps)
  return { record, hints: [...shown.hints, ...hints], named: shown.rows[0] ?? record }
}

export function present({ named, ...saved }: Updated): Presentation {
  return presentSaved(positions, saved, 'Updated', named)
}
