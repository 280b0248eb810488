import type { Row } from './read/row.ts'
import { writeCsv } from '../text/write-csv.ts'
import type { CatalogueFormat } from './formats.ts'
import { writeJson, writeYaml } from './write-catalogue.ts'

type Written = Readonly<Record<string, unknown>>

/**
 * Writes rows as they are in their files, in the same format, to be fixed and applied again. A CSV holds one entity,
 * so rows of several become YAML. Returns undefined without rows.
 */
export function writeRows(
  rows: readonly Row[],
  formats: readonly CatalogueFormat[],
  { comment, writtenOf = ({ written }) => written }: { comment: string; writtenOf?: (row: Row) => Written },
): { text: string; format: CatalogueFormat } | undefined {
  const byNoun = Map.groupBy(rows, ({ entity }) => entity.noun)
  const records = Object.fromEntries([...byNoun].map(([noun, some]) => [noun, some.map((row) => writtenOf(row))]))
  const [only, ...others] = Object.values(records)
  if (!only) return undefined
  if (others.length === 0 && formats.every((format) => format === 'csv')) {
    const columns = [...new Set(only.flatMap((record) => Object.keys(record)))]
    const cells = only.map((record) => columns.map((column) => record[column]))
    return { text: writeCsv([columns, ...cells]), format: 'csv' }
  }
  if (formats.every((format) => format === 'json')) return { text: writeJson(records), format: 'json' }
  return { text: writeYaml(records, comment), format: 'yaml' }
}
