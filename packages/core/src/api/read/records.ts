import type { components } from '../../generated/schema.ts'
import type { Note } from './deviation.ts'
import { date, decimal, type FieldReader, isId, reference, requiredText, text, boolean, wholeNumber } from './fields.ts'

type Schemas = components['schemas']

/**
 * A record as clients read it. Numbers and boolean values that could not be understood are the text that was sent; texts
 * that every record has are empty where a server left them out.
 */
export type ReadRecord<T> = {
  [Field in keyof T]: NonNullable<T[Field]> extends number | boolean ? T[Field] | string : T[Field]
}

/** Every field of a record but its id. A field that the contract has and the table has not does not compile. */
type Fields<Name extends keyof Schemas> = { [Field in Exclude<keyof Schemas[Name], 'id'>]-?: FieldReader }

const user: Fields<'User'> = {
  first_name: text,
  last_name: text,
  email: text,
  profile_image: text,
  created_at: date,
  joined_date: date,
  age: wholeNumber,
  gender: text,
  status: text,
  role: text,
  profile_completed: boolean,
}

const category: Fields<'Category'> = {
  category_name: requiredText,
  slug: text,
  category_image: text,
}

/** The category's name inside a position. */
const positionCategory: FieldReader = {
  expected: 'an object with a category_name',
  isValid: (value) =>
    value === undefined || value === null || (isObject(value) && typeof value['category_name'] === 'string'),
  read: (value) =>
    isObject(value) && isId(value['category_name']) ? { category_name: String(value['category_name']) } : null,
}

const position: Fields<'Position'> = {
  category_id: reference,
  category: positionCategory,
  subcategory_name: requiredText,
  benefits: text,
  tips: text,
  challenges: text,
  safety_tips: text,
  sub_cat_image: text,
}

const product: Fields<'Product'> = {
  product_id: requiredText,
  name: requiredText,
  price: decimal,
  currency: text,
  billing_cycle: text,
  trial_period_days: wholeNumber,
}

function readerOf(fields: Record<string, FieldReader>) {
  const entries = Object.entries(fields)
  return (record: unknown, note: Note) => readRecord(record, entries, note)
}

/** The fields that a record of each entity has besides its id. */
export const fieldNames = {
  category: Object.keys(category),
  position: Object.keys(position),
  product: Object.keys(product),
}

/** What reads a record of each entity: the record, or undefined for what has no id. */
export const recordReaders = {
  user: readerOf(user),
  category: readerOf(category),
  position: readerOf(position),
  product: readerOf(product),
}

export type RecordReader = ReturnType<typeof readerOf>
export type ReadableRecord = Record<string, unknown> & { id: string | number }

/** Records that were changed while reading them, and what the server had sent. */
const sentRecords = new WeakMap<object, object>()

/** Of the same records, the fields that could not be understood, with what the server had sent. */
const unreadableByRecord = new WeakMap<object, Record<string, unknown>>()

/** The fields of a record that could not be understood, with what the server sent. Saving them back would lose it. */
export function unreadableFields(record: object): Readonly<Record<string, unknown>> {
  return unreadableByRecord.get(record) ?? {}
}

/** The record as the server sent it, of one that `unwrap` answered. */
export function sentRecord(record: object): object {
  return sentRecords.get(record) ?? record
}

function readRecord(sent: unknown, fields: [string, FieldReader][], note: Note): ReadableRecord | undefined {
  if (!isRecord(sent)) {
    note({ field: 'id', value: isObject(sent) ? sent['id'] : sent, expected: 'a number or a text' })
    return undefined
  }
  let record: ReadableRecord | undefined
  const unreadable: Record<string, unknown> = {}
  for (const [field, { isValid, read, expected }] of fields) {
    const value = sent[field]
    if (isValid(value)) continue
    note({ field, value, expected, id: sent.id })
    record ??= { ...sent }
    record[field] = read(value)
    if (!isValid(record[field])) unreadable[field] = value
  }
  if (record) {
    sentRecords.set(record, sent)
    unreadableByRecord.set(record, unreadable)
  }
  return record ?? sent
}

function isRecord(value: unknown): value is ReadableRecord {
  return isObject(value) && isId(value['id'])
}

/** Any JSON object; a list is none. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
