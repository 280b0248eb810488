import { Document } from 'yaml'
import { writeCsv } from '#cli/io/csv.ts'
import { FIELDS, type Kind, KINDS, type Values } from './row.ts'

/** Records by kind, as a rule by their fields; a kind that is left out is not written. */
export type Records = Partial<Record<Kind, readonly unknown[]>>

/** The catalogue as YAML, for people and git: fields in a fixed order, LF, no line folded. */
export function writeYaml(records: Records, comment: string): string {
  const document = new Document(ordered(records))
  document.commentBefore = ` ${comment}`
  // Folded lines would make a change of one word a change of a paragraph.
  return document.toString({ lineWidth: 0, indentSeq: true })
}

/** The same shape as JSON. */
export function writeJson(records: Records): string {
  return `${JSON.stringify(ordered(records), null, 2)}\n`
}

/** The records of one kind as CSV, with all columns. */
export function writeKindCsv(kind: Kind, records: readonly Values[]): string {
  const names = FIELDS[kind].map(({ name }) => name)
  return writeCsv([names, ...records.map((record) => names.map((name) => record[name]))])
}

function ordered(records: Records): object {
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const list = records[kind]
      return list === undefined ? [] : [[kind, list.map((record) => inOrder(kind, record))]]
    }),
  )
}

/** Fields that the kind does not have come last; what is no record is written as it is. */
function inOrder(kind: Kind, record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const fields = new Map<string, unknown>(Object.entries(record))
  const names = new Set([...FIELDS[kind].map(({ name }) => name), ...fields.keys()])
  return Object.fromEntries(
    [...names].flatMap((name) => (fields.get(name) === undefined ? [] : [[name, fields.get(name)]])),
  )
}
