import { ApiError } from '@rapport/core/api/api-error.ts'
import { withParentNames } from '@rapport/core/client/parent-names.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { isInterruption } from '#cli/io/errors.ts'

/** Adds category names. Returns a hint if they cannot be fetched: the position is shown without them. */
export async function addCategoryNames(rows: Position[], deps: Deps): Promise<{ rows: Position[]; hints: string[] }> {
  const { output, fields } = deps.flags
  // JSON prints the server's own records.
  const needsNames = output !== 'json' && output !== 'ndjson' && (fields === undefined || fields.includes('category'))
  try {
    return { rows: needsNames ? await withParentNames(deps.client, positionEntity, rows) : rows, hints: [] }
  } catch (error) {
    if (!(error instanceof ApiError) && !isInterruption(error)) throw error
    return { rows, hints: [`The names of the categories could not be read: ${error.message}`] }
  }
}
