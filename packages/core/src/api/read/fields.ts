import { readDate } from '../../text/dates.ts'

/** How one field of a record is read. */
export interface FieldReader {
  /** What the contract has there, for people. */
  expected: string
  /** Whether a value is as the contract has it. */
  isValid: (value: unknown) => boolean
  /** The value to go on with, where it is not. What cannot be understood stays as text, to be shown and never saved as empty. */
  read: (value: unknown) => unknown
}

/** Absent, null and empty all mean that there is no value. */
const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** Text of whatever was sent: objects and lists as JSON, so that saving them back changes nothing. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function optional(
  expected: string,
  isValid: (value: unknown) => boolean,
  read: (value: unknown) => unknown,
): FieldReader {
  return {
    expected,
    isValid: (value) => value === undefined || value === null || isValid(value),
    read: (value) => (isMissing(value) ? null : read(value)),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A text that may be missing. */
export const text = optional('a text', isText, asText)

/** A text that every record has; empty where it is missing. */
export const requiredText: FieldReader = {
  expected: 'a text',
  isValid: isText,
  read: (value) => (isMissing(value) ? '' : asText(value)),
}

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/

/** A number, or a text of one. */
export const wholeNumber = optional('a whole number', Number.isInteger, (value) => {
  if (typeof value === 'number') return value
  return isText(value) && NUMBER.test(value) ? Number(value) : asText(value)
})

const TRUE = new Set<unknown>([1, '1', 'true'])
const FALSE = new Set<unknown>([0, '0', 'false'])

export const boolean = optional(
  'true or false',
  (value) => typeof value === 'boolean',
  (value) => {
    const known = isText(value) ? value.trim().toLowerCase() : value
    if (TRUE.has(known)) return true
    return FALSE.has(known) ? false : asText(value)
  },
)

const DECIMAL = /^-?\d+(\.\d+)?$/

/** An amount as number or decimal text. */
export const decimal: FieldReader = {
  expected: 'a decimal number',
  isValid: (value) => (isText(value) ? DECIMAL.test(value) : Number.isFinite(value)),
  read: (value) => {
    if (isMissing(value)) return ''
    return isText(value) && NUMBER.test(value) ? value.trim() : asText(value)
  },
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/i

/** Like the pattern above, with days and times that exist in every year: of 100,000 users only few need the calendar. */
const COMMON_DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)(?:T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** An instant or a calendar day, kept as text. `joinedAt` understands more forms than the contract has. */
export const date = optional(
  'a date (RFC 3339)',
  (value) =>
    isText(value) &&
    (value === '' || COMMON_DATE.test(value) || (RFC_3339.test(value) && readDate(value) !== undefined)),
  asText,
)

/** The id of another record; empty where it is missing. */
export const reference: FieldReader = {
  expected: 'an id',
  isValid: isId,
  read: (value) => (isMissing(value) ? '' : asText(value)),
}

/** A number or a text that is not empty. */
export function isId(value: unknown): value is string | number {
  return typeof value === 'number' ? Number.isFinite(value) : isText(value) && value !== ''
}
