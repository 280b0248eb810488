import type { OperationId } from '@rapport/core/operations.ts'

/** What an answer has in another form than the contract's, and was read all the same. */
export interface Deviation {
  operation: OperationId
  field: string
  value: unknown
  /** What the contract has there, such as `a number`. */
  expected: string
  /** In how many records of the answer. */
  records: number
  firstId?: string | number
}

/** One line, such as `listProducts: price is "cheap" in 2 records (first: id 7), expected a number`. */
export function describeDeviation({ operation, field, value, expected, records, firstId }: Deviation): string {
  const first = firstId === undefined ? '' : ` (first: id ${firstId})`
  const where = records === 1 ? 'in 1 record' : `in ${records} records`
  return `${operation}: ${field} is ${JSON.stringify(value) ?? 'missing'} ${where}${first}, expected ${expected}`
}
