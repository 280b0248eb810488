import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'

/** The characters of JSON after which a value is cut, since it may be a whole list. */
const MAX_VALUE_LENGTH = 60

/** Formats a deviation, such as `listProducts: price is "cheap" in 2 records (first: id 7), expected a number`. */
export function describeDeviation({ operation, field, value, expected, records, firstId }: Deviation): string {
  const first = firstId === undefined ? '' : ` (first: id ${firstId})`
  const isOfRecords = firstId !== undefined || records > 1
  const scope = isOfRecords ? ` in ${pluralize(records, 'record')}` : ''
  const valueJson = JSON.stringify(value) ?? 'missing'
  const shortJson = valueJson.length > MAX_VALUE_LENGTH ? `${valueJson.slice(0, MAX_VALUE_LENGTH)}…` : valueJson
  return `${operation}: ${field} is ${shortJson}${scope}${first}, expected ${expected}`
}
