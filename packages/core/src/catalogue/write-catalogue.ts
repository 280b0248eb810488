import { Document } from 'yaml'
import { CATALOGUE } from './entities.ts'
import type { EditableEntity } from '../entities/entity.ts'
import { writeCsv } from '../text/write-csv.ts'
import { fileFields, type Values } from './read/row.ts'

/** Records by type; a type that is left out is not written. */
export type Records = Readonly<Partial<Record<string, readonly unknown[]>>>

/** The catalogue as YAML, for reading and for git: fields in a fixed order, LF, no folded lines. */
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

/** The records of one entity as CSV, with all columns. */
export function writeEntityCsv(entity: EditableEntity, records: readonly Values[]): string {
  const names = fileFields(entity).map(({ name }) => name)
  return writeCsv([names, ...records.map((record) => names.map((name) => record[name]))])
}

function ordered(records: Records): object {
  return Object.fromEntries(
    CATALOGUE.flatMap((entity) => {
      const list = records[entity.noun]
      return list === undefined ? [] : [[entity.noun, list.map((record) => inOrder(entity, record))]]
    }),
  )
}

/** Fields that the entity does not have come last; what is not a record is written as it is. */
function inOrder(entity: EditableEntity, record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const fields = new Map<string, unknown>(Object.entries(record))
  const names = new Set([...fileFields(entity).map(({ name }) => name), ...fields.keys()])
  return Object.fromEntries(
    [...names].flatMap((name) => (fields.get(name) === undefined ? [] : [[name, fields.get(name)]])),
  )
}
