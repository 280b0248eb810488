import { Document } from 'yaml'
import { CATALOGUE } from '../entities/catalogue.ts'
import type { EditableEntity } from '../entities/entity.ts'
import { writeCsv } from '../text/write-csv.ts'
import { fileFields, type Values } from './read/row.ts'

/** Records by the noun of their entity; entities without an entry are not written. */
export type Records = Readonly<Partial<Record<string, readonly unknown[]>>>

/** Writes YAML that diffs well in git: fixed order of fields, LF, no folded lines. */
export function writeYaml(records: Records, comment: string): string {
  const document = new Document(orderByEntity(records))
  document.commentBefore = ` ${comment}`
  // A folded line would turn the change of a word into the change of a paragraph.
  return document.toString({ lineWidth: 0, indentSeq: true })
}

export function writeJson(records: Records): string {
  return `${JSON.stringify(orderByEntity(records), null, 2)}\n`
}

export function writeEntityCsv(entity: EditableEntity, records: readonly Values[]): string {
  const names = fileFields(entity).map(({ name }) => name)
  return writeCsv([names, ...records.map((record) => names.map((name) => record[name]))])
}

function orderByEntity(records: Records): object {
  return Object.fromEntries(
    CATALOGUE.flatMap((entity) => {
      const list = records[entity.noun]
      return list === undefined ? [] : [[entity.noun, list.map((record) => orderFields(entity, record))]]
    }),
  )
}

/** Puts the fields of a record in a fixed order, unknown ones last. Other values stay as they are. */
function orderFields(entity: EditableEntity, record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const fields = new Map<string, unknown>(Object.entries(record))
  const names = new Set([...fileFields(entity).map(({ name }) => name), ...fields.keys()])
  return Object.fromEntries(
    [...names].flatMap((name) => (fields.get(name) === undefined ? [] : [[name, fields.get(name)]])),
  )
}
