import { valueText } from '../text/value-text.ts'
import type { Field } from './entity.ts'

const DECIMAL = /^-?\d+(\.\d+)?$/
/** A JSON number keeps this many digits exactly: 9.99 stays 9.99. */
const EXACT_DIGITS = 15

export function isNumeric({ type }: Pick<Field, 'type'>): boolean {
  return type === 'decimal' || type === 'integer'
}

const MAX_LENGTH = 60

/** A value in one short line, for people. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined) return '(nothing)'
  if (typeof value === 'number') return String(value)
  const quoted = JSON.stringify(value)
  return quoted.length > MAX_LENGTH ? `${quoted.slice(0, MAX_LENGTH).toWellFormed()}…"` : quoted
}

/** A text as the number with the same digits, or undefined. */
export function parseDecimal(text: string): number | undefined {
  const isExact = DECIMAL.test(text.trim()) && text.replaceAll(/\D/g, '').length <= EXACT_DIGITS
  return isExact ? Number(text) : undefined
}

const MORE_THAN_EXACT = /^0*[1-9]\d{15,}(\.\d+)?$/

/** The same for a text that a person wrote. One with too many digits before its point is read as too large a number. */
export function parseUserNumber(text: string): number | undefined {
  return parseDecimal(text) ?? (MORE_THAN_EXACT.test(text.trim()) ? 10 ** EXACT_DIGITS : undefined)
}

/** A value of the server, to be sent back. An image stays when none is sent. */
export function valueToKeep(field: Field, value: unknown): unknown {
  if (field.type === 'image' || value === null) return undefined
  if (field.type === 'parent') return valueText(value)
  return isNumeric(field) && typeof value === 'string' ? (parseUserNumber(value) ?? value) : value
}

/** What makes two names the same: all but letter case, how an accent is encoded, and how many spaces there are. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** 9.9 as 9.90, by its digits. */
export function withCents(price: string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{0,2}))?$/.exec(price) ?? []
  return whole === undefined ? price : `${whole}.${fraction.padEnd(2, '0')}`
}
