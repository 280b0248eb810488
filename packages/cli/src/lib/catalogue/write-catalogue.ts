import { Document } from 'yaml'
import { writeCsv } from '#cli/io/csv.ts'
import { FIELDS, type Kind, KINDS, type Values } from './row.ts'

/** Records by kind; a kind that is left out is not written. */
export type Records = Partial<Record<Kind, readonly Values[]>>

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

/** The records of one kind as CSV, with all columns unless some are named. */
export function writeKindCsv(
  kind: Kind,
  records: readonly Values[],
  names: readonly string[] = FIELDS[kind].map(({ name }) => name),
): string {
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

function inOrder(kind: Kind, record: Values): object {
  return Object.fromEntries(
    FIELDS[kind].flatMap(({ name }) => (record[name] === undefined ? [] : [[name, record[name]]])),
  )
}
