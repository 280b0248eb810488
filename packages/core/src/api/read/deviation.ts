import type { OperationId } from '../operations.ts'

/**
 * Something in an answer that is not as the contract has it and was understood all the same. Reported once per answer,
 * field and expectation.
 */
export interface Deviation {
  operation: OperationId
  /** The name of the record's field; `code` or `data` for the envelope. */
  field: string
  /** What the server sent, of the first record that deviates. Undefined where the field is absent. */
  value: unknown
  /** What the contract has there, such as `a whole number`. */
  expected: string
  /** How many records deviate in this way. */
  records: number
  /** The id of the first of them, where it has one. */
  firstId?: string | number
}

/** Notes a deviation in the answer that is being read. */
export type Note = (
  found: Pick<Deviation, 'field' | 'value' | 'expected'> & { id?: string | number | undefined },
) => void

/** Collects the deviations of one answer. */
export function collectDeviations(operation: OperationId) {
  const found = new Map<string, Deviation>()
  const note: Note = ({ field, value, expected, id }) => {
    const key = `${field} ${expected}`
    const known = found.get(key)
    if (known) known.records += 1
    else found.set(key, { operation, field, value, expected, records: 1, ...(id !== undefined && { firstId: id }) })
  }
  return { note, deviations: () => [...found.values()] }
}
