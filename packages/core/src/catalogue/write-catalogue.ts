import { Document } from 'yaml'
import { CATALOGUE, type CatalogueFormat } from '../entities/catalogue.ts'
import type { EditableEntity } from '../entities/entity.ts'
import { writeCsv } from '../text/write-csv.ts'
import { fileFields, type Row, type Values } from './read/row.ts'

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

/**
 * Writes rows as they are in their files, in the same format, to be fixed and applied again. A CSV holds one entity, so rows of
 * several entities become YAML. Returns undefined without rows.
 */
export function writeRows(
  rows: readonly Row[],
  formats: readonly CatalogueFormat[],
  {
    comment,
    toWrittenFields = ({ written }) => written,
  }: { comment: string; toWrittenFields?: (row: Row) => Row['written'] },
): { text: string; format: CatalogueFormat } | undefined {
  const byNoun = Map.groupBy(rows, ({ entity }) => entity.noun)
  const records = Object.fromEntries(
    [...byNoun].map(([noun, group]) => [noun, group.map((row) => toWrittenFields(row))]),
  )
  const [firstList, ...otherLists] = Object.values(records)
  if (!firstList) return undefined
  if (otherLists.length === 0 && formats.every((format) => format === 'csv')) {
    const columns = [...new Set(firstList.flatMap((record) => Object.keys(record)))]
    const cells = firstList.map((record) => columns.map((column) => record[column]))
    return { text: writeCsv([columns, ...cells]), format: 'csv' }
  }
  if (formats.every((format) => format === 'json')) return { text: writeJson(records), format: 'json' }
  return { text: writeYaml(records, comment), format: 'yaml' }
}
