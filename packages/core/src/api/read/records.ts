import { isObject } from './is-object.ts'
import type { components } from '../../generated/schema.ts'
import type { Note } from './deviation.ts'
import { type FieldReader, isId } from './fields.ts'

type Schemas = components['schemas']

/**
 * A record as clients read it. Numbers and boolean values that could not be understood are the text that was sent; texts
 * that every record has are empty where a server left them out.
 */
export type ReadRecord<T> = {
  [Field in keyof T]: NonNullable<T[Field]> extends number | boolean ? T[Field] | string : T[Field]
}

/**
 * Every field of a record but its id, and the version that an extension adds. Fails to compile if a contract field is missing.
 */
type Fields<Name extends keyof Schemas> = { [Field in Exclude<keyof Schemas[Name], 'id' | 'version'>]-?: FieldReader }

/** How the records of an entity are read. */
export interface RecordReader {
  /** The fields that a whole record has besides its id. */
  fields: readonly string[]
  /** The record; undefined for what has no id. */
  read: (sent: unknown, note: Note) => ReadableRecord | undefined
}

/** What reads the records of a schema of the contract. */
export function recordReader<Name extends keyof Schemas>(readers: Fields<Name>): RecordReader {
  const entries = Object.entries<FieldReader>(readers)
  return { fields: Object.keys(readers), read: (sent, note) => readRecord(sent, entries, note) }
}

export type ReadableRecord = Record<string, unknown> & { id: string | number }

/** Records that were changed while reading them, and what the server had sent. */
const sentRecords = new WeakMap<object, object>()

/** Of the same records, the fields that could not be understood, with what the server had sent. */
const unreadableByRecord = new WeakMap<object, Record<string, unknown>>()

/** The fields of a record that could not be understood, with what the server sent. Saving them back would lose it. */
export function unreadableFields(record: object): Readonly<Record<string, unknown>> {
  return unreadableByRecord.get(record) ?? {}
}

/** The record as the server sent it, for one that `unwrap` returned. */
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
