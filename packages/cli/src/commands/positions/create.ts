import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { OptionValues } from '#cli/entities/field-options.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { createRecord, parseNewForm, presentSaved, type SaveResult } from '#cli/entities/save-commands.ts'
import type { Presentation } from '#cli/output/document.ts'

interface CreateResult extends SaveResult<Position> {
  displayRecord: Position
}

export async function run(options: OptionValues, deps: Deps): Promise<CreateResult> {
  const form = await parseNewForm(positionEntity, options, deps)
  const { id, category_name } = await findRecord(categoryEntity, options['category'] ?? '', deps)
  const result = await createRecord(positionEntity, { ...form, category_id: String(id) }, deps)
  return { ...result, displayRecord: { ...result.record, category: result.record.category ?? { category_name } } }
}

export function present({ displayRecord, ...result }: CreateResult): Presentation {
  return presentSaved(positionEntity, result, 'Created', displayRecord)
}
