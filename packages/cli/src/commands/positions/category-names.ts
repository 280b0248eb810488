import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { withCategoryNames } from '#cli/entities/positions.ts'
import { isInterruption } from '#cli/io/errors.ts'

/** Positions with the names of their categories, or why these could not be had: what was saved is shown without them. */
export async function namedForPeople(rows: Position[], deps: Deps): Promise<{ rows: Position[]; hints: string[] }> {
  const { output, fields } = deps.flags
  // JSON is the server's own records.
  const needsNames = output !== 'json' && output !== 'ndjson' && (fields === undefined || fields.includes('category'))
  try {
    return { rows: needsNames ? await withCategoryNames(rows, deps) : rows, hints: [] }
  } catch (error) {
    if (!(error instanceof ApiError) && !isInterruption(error)) throw error
    return { rows, hints: [`The names of the categories could not be read: ${error.message}`] }
  }
}
