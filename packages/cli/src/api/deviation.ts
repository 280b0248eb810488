import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { pluralize } from '#cli/output/pluralize.ts'

/** A value may be a whole list. */
const MAX_SHOWN = 60

/** Formats a deviation, such as `listProducts: price is "cheap" in 2 records (first: id 7), expected a number`. */
export function describeDeviation({ operation, field, value, expected, records, firstId }: Deviation): string {
  const first = firstId === undefined ? '' : ` (first: id ${firstId})`
  const isOfRecords = firstId !== undefined || records > 1
  const where = isOfRecords ? ` in ${pluralize(records, 'record')}` : ''
  const sent = JSON.stringify(value) ?? 'missing'
  const shown = sent.length > MAX_SHOWN ? `${sent.slice(0, MAX_SHOWN)}…` : sent
  return `${operation}: ${field} is ${shown}${where}${first}, expected ${expected}`
}
