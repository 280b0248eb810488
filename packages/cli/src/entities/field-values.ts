import type { Field } from './entity.ts'

/** So few digits that the JSON number has exactly them, without any arithmetic: 9.99 stays 9.99. */
const EXACT_DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/

export function isNumeric({ type }: Pick<Field, 'type'>): boolean {
  return type === 'decimal' || type === 'whole'
}

/** A value of a record as text; nothing for what is missing. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A text as the number with the same digits, or undefined. */
export function exactNumber(text: string): number | undefined {
  return EXACT_DECIMAL.test(text.trim()) ? Number(text) : undefined
}

/** What makes two names the same: all but letter case, how an accent is encoded, and how many blanks there are. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** 9.9 as 9.90, by its digits. */
export function withCents(price: string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{0,2}))?$/.exec(price) ?? []
  return whole === undefined ? price : `${whole}.${fraction.padEnd(2, '0')}`
}
