import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { positions } from '@rapport/core/entities/positions/position-description.ts'
import type { Presentation } from '#cli/output/document.ts'
import { categories } from '@rapport/core/entities/categories/category-description.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import type { GivenOptions } from '#cli/entities/field-options.ts'
import { createRecord, newForm, presentSaved, type SaveResult } from '#cli/entities/save-verbs.ts'

interface CreateResult extends SaveResult<Position> {
  displayRecord: Position
}

export async function run(options: GivenOptions, deps: Deps): Promise<CreateResult> {
  const form = await newForm(positions, options, deps)
  const { id, category_name } = await findRecord(categories, options['category'] ?? '', deps)
  const saved = await createRecord(positions, { ...form, category_id: String(id) }, deps)
  return { ...saved, displayRecord: { ...saved.record, category: saved.record.category ?? { category_name } } }
}

export function present({ displayRecord, ...saved }: CreateResult): Presentation {
  return presentSaved(positions, saved, 'Created', displayRecord)
}
