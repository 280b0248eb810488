import { recordFields } from '../../generated/record-fields.ts'
import type { components } from '../../generated/schema.ts'
import type { ReportDeviation } from './deviation.ts'
import { type FieldReader, fieldReaders, isId } from './fields.ts'
import { isObject } from './is-object.ts'

type Schemas = components['schemas']

/**
 * A record as clients read it. A number or boolean that could not be understood is the text that was sent; a required text that
 * was missing is empty.
 */
export type TolerantRecord<T> = {
  [Field in keyof T]: NonNullable<T[Field]> extends number | boolean ? T[Field] | string : T[Field]
}

/** A reader for every field that its type in the contract does not decide. A missing reader is a type error. */
type OtherReaders<Name extends keyof typeof recordFields> = {
  [Field in Exclude<keyof Schemas[Name], 'id' | 'version' | keyof (typeof recordFields)[Name]>]-?: FieldReader
}

/** A reader for the records of an entity. */
export interface RecordReader {
  /** The fields of a complete record, without its id. */
  fields: readonly string[]
  /** Returns the record, or undefined if it has no id. */
  read: (data: unknown, report: ReportDeviation) => IdentifiedRecord | undefined
}

export function createRecordReader<Name extends keyof typeof recordFields>(
  name: Name,
  others: OtherReaders<Name>,
): RecordReader {
  const known = Object.entries(recordFields[name]).map(([field, type]): [string, FieldReader] => [
    field,
    fieldReaders[type],
  ])
  const readers = [...known, ...Object.entries<FieldReader>(others)]
  return { fields: readers.map(([field]) => field), read: (data, report) => readRecord(data, readers, report) }
}

export type IdentifiedRecord = Record<string, unknown> & { id: string | number }

/** What the server sent, and the values in it that could not be understood, by the record that was converted from it. */
const conversions = new WeakMap<object, { sent: object; unreadable: Record<string, unknown> }>()

/** Returns the values that could not be understood, by field. Saving the record back would lose them. */
export function unreadableFields(record: object): Readonly<Record<string, unknown>> {
  return conversions.get(record)?.unreadable ?? {}
}

export function sentRecord(record: object): object {
  return conversions.get(record)?.sent ?? record
}

function readRecord(
  data: unknown,
  fields: [string, FieldReader][],
  report: ReportDeviation,
): IdentifiedRecord | undefined {
  if (!isRecord(data)) {
    report({ field: 'id', value: isObject(data) ? data['id'] : data, expected: 'a number or a string' })
    return undefined
  }
  let record: IdentifiedRecord | undefined
  const unreadable: Record<string, unknown> = {}
  for (const [field, { isValid, read, expected }] of fields) {
    const value = data[field]
    if (isValid(value)) continue
    report({ field, value, expected, id: data.id })
    record ??= { ...data }
    record[field] = read(value)
    if (!isValid(record[field])) unreadable[field] = value
  }
  if (record) conversions.set(record, { sent: data, unreadable })
  return record ?? data
}

function isRecord(value: unknown): value is IdentifiedRecord {
  return isObject(value) && isId(value['id'])
}
