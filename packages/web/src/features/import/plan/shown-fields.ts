import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import type { PlannedRow } from './import-plan.ts'

/** A field of a row with its issue or change. */
export interface ShownField {
  /** Undefined for an issue of the whole row. */
  name: string | undefined
  issue?: string
  difference?: Difference
  /** Whether it is hidden until the row is unfolded. */
  isFolded: boolean
}

/** The maximum number of fields shown of a folded new row without issues. */
const MAX_NEW_FIELDS = 3

/** Returns the fields to show: of imported and unchanged rows, only those with issues. */
export function shownFields({ correctedRow, group, change, issues }: PlannedRow, isImported: boolean): ShownField[] {
  const invalidFields = issues.map(({ field, message }) => ({ name: field, issue: message, isFolded: false }))
  if (isImported || group === 'unchanged') return invalidFields
  const isInvalid = (name: string) => issues.some(({ field }) => field === name)
  const differences = change?.differences.filter(({ field }) => !isInvalid(field)) ?? []
  const maxShown = change?.action === 'update' ? differences.length : issues.length > 0 ? 0 : MAX_NEW_FIELDS
  // The key is shown and correctable, because it may name the wrong record.
  const keys = correctedRow.entity.keyFields.filter(
    (name) => !isInvalid(name) && !differences.some(({ field }) => field === name),
  )
  return [
    ...invalidFields,
    ...differences.map((difference, index) => ({
      name: difference.field,
      difference,
      isFolded: index >= maxShown,
    })),
    ...keys.map((name) => ({ name, isFolded: true })),
  ]
}
