import type { OperationId } from '../operations.ts'

/** A value that differs from the contract but could still be read. Reported once per response, field and expectation. */
export interface Deviation {
  operation: OperationId
  /** The field of the record; `code` or `data` for the envelope. */
  field: string
  /** The value in the first record that deviates; undefined if the field is absent. */
  value: unknown
  /** The contract's type in words, such as `a whole number`. */
  expected: string
  /** The number of records that deviate in this way. */
  records: number
  /** The id of the first of these records, if it has one. */
  firstId?: string | number
}

/** Reports a deviation in the response that is being read. */
export type ReportDeviation = (
  deviation: Pick<Deviation, 'field' | 'value' | 'expected'> & { id?: string | number | undefined },
) => void

/** Collects the deviations of one response. */
export function collectDeviations(operation: OperationId) {
  const byKey = new Map<string, Deviation>()
  const report: ReportDeviation = ({ field, value, expected, id }) => {
    const key = `${field} ${expected}`
    const entry = byKey.get(key)
    if (entry) entry.records += 1
    else byKey.set(key, { operation, field, value, expected, records: 1, ...(id !== undefined && { firstId: id }) })
  }
  return { report, deviations: () => [...byKey.values()] }
}
