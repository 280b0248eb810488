import type { Mistake } from '#cli/io/errors.ts'
import { EXACT_DECIMAL } from '#cli/lib/exact-decimal.ts'

/** What a catalogue is made of, parents before children. */
export const KINDS = ['categories', 'positions', 'products'] as const
export type Kind = (typeof KINDS)[number]

/**
 * How a field is written and compared: a `name` must not be empty, a `text` may be, `choice` and `whole` keep what the
 * server has when they are empty, an `image` is a path beside the file, `slug` only finds the record.
 */
type FieldType = 'name' | 'text' | 'choice' | 'decimal' | 'whole' | 'image' | 'slug'

export interface Field {
  name: string
  type: FieldType
  /** A CSV without its column is none of this kind. */
  isRequired?: true
}

/** The fields of a kind by their names in the API, in the order they are written; `category` is a name or a slug. */
export const FIELDS: Record<Kind, readonly Field[]> = {
  categories: [
    { name: 'category_name', type: 'name', isRequired: true },
    { name: 'slug', type: 'slug' },
    { name: 'category_image', type: 'image' },
  ],
  positions: [
    { name: 'category', type: 'name', isRequired: true },
    { name: 'subcategory_name', type: 'name', isRequired: true },
    { name: 'benefits', type: 'text' },
    { name: 'tips', type: 'text' },
    { name: 'challenges', type: 'text' },
    { name: 'safety_tips', type: 'text' },
    { name: 'sub_cat_image', type: 'image' },
  ],
  products: [
    { name: 'product_id', type: 'name', isRequired: true },
    { name: 'name', type: 'name' },
    { name: 'price', type: 'decimal' },
    { name: 'currency', type: 'choice' },
    { name: 'billing_cycle', type: 'choice' },
    { name: 'trial_period_days', type: 'whole' },
  ],
}

/** Columns that a list of the server has and no file needs: records are found by other means. */
export const IGNORED_COLUMNS: ReadonlySet<string> = new Set(['id', 'category_id'])

export type Place = Omit<Mistake, 'message'>

/** Values by field; what is left out is not the file's business and stays as it is. */
export type Values = Readonly<Record<string, string | number | undefined>>

/** A row of a CSV as it stands there, below the names of its columns. */
export interface CsvLine {
  columns: readonly string[]
  cells: readonly string[]
}

/** What stands in a file for a record, whether it can be read or not, to be written out again. */
export interface WrittenRow {
  kind: Kind
  place: Place
  /** Where the paths of its images begin. */
  folder: string
  /** Fields that the kind does not have are there too; undefined for a line whose cells have no columns of their own. */
  written: unknown
  line?: CsvLine
}

/** One record as a file describes it. */
export interface Row extends WrittenRow {
  values: Values
  places: ReadonlyMap<string, Place>
}

/** Where a field of a row stands, or the row itself when it has no such field. */
export function placeOf({ places, place }: Row, field: string): Place {
  return places.get(field) ?? place
}

/** A mistake at a place. */
export function mistakeAt({ file, line, column }: Place, message: string): Mistake {
  return { file, line, column, message }
}

/** The name of the image field of a kind. */
export function imageField(kind: Kind): string | undefined {
  return FIELDS[kind].find(({ type }) => type === 'image')?.name
}

/** What makes two names the same: all but letter case, how an accent is encoded, and how many blanks there are. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** What a cell or scalar means for a field; undefined when it says nothing. Throws SyntaxError for what it cannot mean. */
export function fieldValue({ name, type }: Field, raw: string | number): string | number | undefined {
  const text = String(raw)
  if (type === 'decimal' || type === 'whole') {
    if (text.trim() === '' && type === 'whole') return undefined
    if (EXACT_DECIMAL.test(text.trim())) return Number(text)
    throw new SyntaxError(
      `${name}: ${JSON.stringify(text)} is not a number such as ${type === 'whole' ? '7' : '9.99'}.`,
    )
  }
  if (text.trim() === '' && (type === 'choice' || type === 'image' || type === 'slug')) return undefined
  if (type === 'choice' || type === 'image' || type === 'slug') return text.trim()
  return text.replaceAll(/\r\n?/g, '\n')
}

/** Whether two values of a field mean the same; nothing and an empty text do. */
export function isSameValue({ type }: Field, one: string | number | undefined, other: string | number | undefined) {
  if (type === 'decimal' || type === 'whole')
    return one !== undefined && other !== undefined && Number(one) === Number(other)
  return comparable(one, type) === comparable(other, type)
}

function comparable(value: string | number | undefined, type: FieldType): string {
  const text = String(value ?? '').replaceAll(/\r\n?/g, '\n')
  // The inputs cut the blanks around a name; those of a text stay.
  return type === 'text' ? text : text.trim()
}
