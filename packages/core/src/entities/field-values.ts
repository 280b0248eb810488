import { isDecimal } from '../text/decimal.ts'
import { valueText } from '../text/value-text.ts'
import type { Field } from './entity.ts'

/** The number of digits that a JSON number keeps exactly: 9.99 stays 9.99. */
const EXACT_DIGITS = 15

export function isNumeric({ type }: Pick<Field, 'type'>): boolean {
  return type === 'decimal' || type === 'integer'
}

/** Returns true if the text may have line breaks. */
export function isMultiline({ type }: Pick<Field, 'type'>): boolean {
  return type === 'text'
}

const MAX_LENGTH = 60

/** Formats a value in one short line. Texts are quoted, so that none can be mistaken for "(nothing)". */
export function quotedText(value: unknown): string {
  if (value === null || value === undefined) return '(nothing)'
  if (typeof value === 'number') return String(value)
  const json = JSON.stringify(value)
  return json.length > MAX_LENGTH ? `${json.slice(0, MAX_LENGTH).toWellFormed()}…"` : json
}

/**
 * Parses a number if it keeps all digits of the text; undefined otherwise. No decimal comma: only the console's price field and
 * import corrections accept one.
 */
export function parseDecimal(text: string): number | undefined {
  const isExact = isDecimal(text.trim()) && text.replaceAll(/\D/g, '').length <= EXACT_DIGITS
  return isExact ? Number(text) : undefined
}

const MORE_THAN_EXACT = /^0*[1-9]\d{15,}(\.\d+)?$/

/** Like `parseDecimal`, but returns a number that the schemas refuse as too large for one with too many digits. */
export function parseUserNumber(text: string): number | undefined {
  return parseDecimal(text) ?? (MORE_THAN_EXACT.test(text.trim()) ? 10 ** EXACT_DIGITS : undefined)
}

export function notANumberMessage(text: string, { type }: Pick<Field, 'type'>): string {
  return `${JSON.stringify(text)} is not a number such as ${type === 'integer' ? '7' : '9.99'}.`
}

/** Returns the value to send for a field that was not edited. An image stays if none is sent. */
export function valueToKeep(field: Field, value: unknown): unknown {
  if (field.type === 'image' || value === null) return undefined
  if (field.type === 'parent') return valueText(value)
  return isNumeric(field) && typeof value === 'string' ? (parseUserNumber(value) ?? value) : value
}

/** Formats 9.9 as 9.90, without rounding. */
export function withCents(price: string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{0,2}))?$/.exec(price) ?? []
  return whole === undefined ? price : `${whole}.${fraction.padEnd(2, '0')}`
}
