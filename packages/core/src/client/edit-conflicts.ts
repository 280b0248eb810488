import { CATALOGUE } from '../entities/catalogue.ts'
import { isNumeric } from '../entities/field-values.ts'
import { valueText } from '../text/value-text.ts'

/** Values of a record by field. */
export type RecordValues = Readonly<Record<string, unknown>>

/** Edited values by field; an omitted or undefined field was not edited. */
export type Edits = RecordValues

/**
 * Returns the edited fields that someone else has changed to another value. `base` is the record when the edit began, `current`
 * the record now. Fields that only one side changed do not conflict.
 */
export function conflictingFields(edits: Edits, base: RecordValues, current: RecordValues): string[] {
  return Object.entries(edits).flatMap(([name, edit]) => {
    if (edit === undefined || isSame(name, current[name], base[name]) || isSame(name, edit, current[name])) return []
    return [name]
  })
}

export function changedSince(names: readonly string[], base: RecordValues, current: RecordValues): string[] {
  return names.filter((name) => !isSame(name, base[name], current[name]))
}

/** The fields to compare as numbers, since some servers send numbers as text. In other fields “7” and “007” differ. */
const NUMERIC_FIELDS: ReadonlySet<string> = new Set(
  CATALOGUE.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name] && isNumeric(fields[name]))),
)

/** Returns true for equal values. Servers send numbers as text, and missing values as null or as an empty text. */
function isSame(name: string, value: unknown, otherValue: unknown): boolean {
  if (value instanceof Blob || otherValue instanceof Blob) return value === otherValue
  const [text, otherText] = [comparable(value), comparable(otherValue)]
  if (text === otherText) return true
  if (!NUMERIC_FIELDS.has(name) && typeof value !== 'number' && typeof otherValue !== 'number') return false
  return text !== '' && otherText !== '' && Number(text) === Number(otherText)
}

function comparable(value: unknown): string {
  const text = valueText(value).replaceAll(/\r\n?/g, '\n').trim()
  // The query of a signed URL changes on every read.
  const [url = '', query = ''] = /^https?:\/\/\S+$/i.test(text) ? text.split('?', 2) : []
  return query.toLowerCase().includes('signature=') ? url : text
}
