import { writeCsv } from '../text/write-csv.ts'
import type { CatalogueFormat } from './formats.ts'
import type { Row } from './read/row.ts'
import { writeJson, writeYaml } from './write-catalogue.ts'

type WrittenFields = Readonly<Record<string, unknown>>

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
  }: { comment: string; toWrittenFields?: (row: Row) => WrittenFields },
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
