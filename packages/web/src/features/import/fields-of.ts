import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import type { Line } from './import-plan.ts'

/** A field of a row that is shown: what is wrong with it, or what importing the row would change. */
export interface ShownField {
  /** Undefined where the row as a whole is wrong. */
  name: string | undefined
  issue?: string
  difference?: Difference
  /** It is shown when the admin unfolds the row. */
  isFolded: boolean
}

/** Of a new row without issues, the fields that are not folded away. */
const MAX_NEW = 3

/** What is shown of a row; of one that was imported or stays as it is, only what is wrong with it. */
export function fieldsOf({ row, group, change, issues }: Line, isDone: boolean): ShownField[] {
  const wrong = issues.map(({ field, message }) => ({ name: field, issue: message, isFolded: false }))
  if (isDone || group === 'unchanged') return wrong
  const isWrong = (name: string) => issues.some(({ field }) => field === name)
  const differences = change?.differences.filter(({ field }) => !isWrong(field)) ?? []
  const maxShown = change?.action === 'update' ? differences.length : issues.length > 0 ? 0 : MAX_NEW
  // What names another record than was meant is corrected there.
  const keys = row.entity.key.filter((name) => !isWrong(name) && !differences.some(({ field }) => field === name))
  return [
    ...wrong,
    ...differences.map((difference, index) => ({
      name: difference.field,
      difference,
      isFolded: index >= maxShown,
    })),
    ...keys.map((name) => ({ name, isFolded: true })),
  ]
}
