import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { presentRecord } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'
import { addCategoryNames } from './category-names.ts'

interface GetResult {
  record: Position
  displayRecord: Position
  hints: string[]
}

export async function run({ position }: { position: string }, deps: Deps): Promise<GetResult> {
  const record = await findRecord(positionEntity, position, deps)
  const { rows, hints } = await addCategoryNames([record], deps)
  return { record, displayRecord: rows[0] ?? record, hints }
}

export function present({ record, displayRecord, hints }: GetResult): Presentation {
  return presentRecord(positionEntity, record, hints.join('\n'), displayRecord)
}
