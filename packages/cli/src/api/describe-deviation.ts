import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'

/** Formats a deviation, such as `listProducts: price is "cheap" in 2 records (first: id 7), expected a number`. */
export function describeDeviation({ operation, field, value, expected, records, firstId }: Deviation): string {
  const first = firstId === undefined ? '' : ` (first: id ${firstId})`
  const isOfRecords = firstId !== undefined || records > 1
  const scope = isOfRecords ? ` in ${pluralize(records, 'record')}` : ''
  const valueJson = JSON.stringify(value) ?? 'missing'
  // It may be a whole list.
  const shortJson = valueJson.length > 60 ? `${valueJson.slice(0, 60)}…` : valueJson
  return `${operation}: ${field} is ${shortJson}${scope}${first}, expected ${expected}`
}
