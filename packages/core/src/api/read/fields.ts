import { readDate } from '../../text/dates.ts'
import { isDecimal } from '../../text/decimal.ts'

/** A reader for one field of a record. */
export interface FieldReader {
  /** The contract's type in words, for messages. */
  expected: string
  /** Returns true if the value conforms to the contract. */
  isValid: (value: unknown) => boolean
  /**
   * Converts any other value. A value that cannot be understood stays as text, so that it is shown and never saved as empty.
   */
  read: (value: unknown) => unknown
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Objects and lists become JSON, so that saving them back changes nothing. */
const asText = (value: unknown) => (isText(value) ? value : JSON.stringify(value))

/** Creates a reader for a field that every record has; a missing one becomes empty. */
function createReader(
  expected: string,
  isValid: (value: unknown) => boolean,
  read: (value: unknown) => unknown = asText,
  missing: '' | null = '',
): FieldReader {
  const isMissing = (value: unknown) => value === undefined || value === null || value === ''
  return { expected, isValid, read: (value) => (isMissing(value) ? missing : read(value)) }
}

/** Creates a reader for a field that may be missing, which becomes null. */
export function createOptionalReader(...[expected, isValid, read]: Parameters<typeof createReader>): FieldReader {
  return createReader(expected, (value) => value === undefined || value === null || isValid(value), read, null)
}

/** A reader for a whole number, which some servers send as text. */
const integer = createOptionalReader('a whole number', Number.isInteger, (value) => {
  if (typeof value === 'number') return value
  return isText(value) && isDecimal(value.trim()) ? Number(value) : asText(value)
})

const TRUE_VALUES = new Set<unknown>([1, '1', 'true'])
const FALSE_VALUES = new Set<unknown>([0, '0', 'false'])

const boolean = createOptionalReader(
  'true or false',
  (value) => typeof value === 'boolean',
  (value) => {
    const normalized = isText(value) ? value.trim().toLowerCase() : value
    if (TRUE_VALUES.has(normalized)) return true
    return FALSE_VALUES.has(normalized) ? false : asText(value)
  },
)

/** A reader for an amount, sent as a number or as decimal text. */
const decimal = createReader(
  'a decimal number',
  (value) => (isText(value) ? isDecimal(value) : Number.isFinite(value)),
  (value) => (isText(value) && isDecimal(value.trim()) ? value.trim() : asText(value)),
)

const RFC_3339 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/i

/** Dates that exist in every year. Most dates match, which saves the slower calendar check. */
const COMMON_DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)(?:T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** A reader for an instant or a calendar day. It keeps other texts, since `joinedAt` understands more forms. */
const date = createOptionalReader(
  'a date (RFC 3339)',
  (value) =>
    isText(value) &&
    (value === '' || COMMON_DATE.test(value) || (RFC_3339.test(value) && readDate(value) !== undefined)),
)

export function isId(value: unknown): value is string | number {
  return typeof value === 'number' ? Number.isFinite(value) : isText(value) && value !== ''
}

/** The readers by the names that `npm run gen` derives from the contract. */
export const fieldReaders = {
  text: createOptionalReader('a string', isText),
  requiredText: createReader('a string', isText),
  integer,
  boolean,
  decimal,
  date,
  reference: createReader('an id', isId),
}
