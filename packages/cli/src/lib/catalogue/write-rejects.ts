import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { writeCsv } from '#cli/io/csv.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import type { Catalogue } from './read-files.ts'
import { type CsvLine, imageField, type WrittenRow } from './row.ts'
import { type Records, writeJson, writeYaml } from './write-catalogue.ts'

/**
 * Writes rows as they were read, in the format they came in, to be mended there and applied; nothing without a row.
 * Resolves with the rows that this format has no way to write. Throws CliError.
 */
export async function writeRejects(
  file: string,
  rows: readonly WrittenRow[],
  { formats }: Pick<Catalogue, 'formats'>,
): Promise<WrittenRow[]> {
  const folder = dirname(file)
  const lines = linesOf(rows)
  if (lines) {
    const cells = rows.map((row) => cellsOf(row, folder))
    await replaceFile(file, writeCsv([lines.columns, ...cells]))
    return []
  }
  const records: Partial<Record<WrittenRow['kind'], unknown[]>> = {}
  // A kind without a row is left out: an empty list would say that all of it has to go.
  for (const row of rows) if (row.written !== undefined) (records[row.kind] ??= []).push(recordOf(row, folder))
  if (Object.keys(records).length > 0) await replaceFile(file, textOf(records, formats))
  return rows.filter(({ written }) => written === undefined)
}

function textOf(records: Records, formats: Catalogue['formats']): string {
  if (formats.every((format) => format === 'json')) return writeJson(records)
  return writeYaml(records, 'Refused by rapport apply. Mend it and apply it.')
}

/** The line that speaks for all where one CSV can hold them: one kind, and the same columns. */
function linesOf(rows: readonly WrittenRow[]): CsvLine | undefined {
  const [first] = rows
  const columns = JSON.stringify(first?.line?.columns)
  const fit = rows.every(({ kind, line }) => line && kind === first?.kind && JSON.stringify(line.columns) === columns)
  return fit ? first?.line : undefined
}

function cellsOf({ kind, line, folder }: WrittenRow, target: string): readonly string[] {
  const field = imageField(kind)
  const at = line?.columns.findIndex((name) => name.trim() === field) ?? -1
  return (line?.cells ?? []).map((cell, index) => (index === at ? String(pathFrom(target, cell, folder)) : cell))
}

function recordOf({ kind, written, folder }: WrittenRow, target: string): unknown {
  const field = imageField(kind) ?? ''
  if (typeof written !== 'object' || written === null || !(field in written)) return written
  return { ...written, [field]: pathFrom(target, Reflect.get(written, field), folder) }
}

// One letter is a drive.
const SCHEME = /^\s*[a-z][a-z\d+.-]+:/i

/** The path as it holds from another folder; the address of an image holds from everywhere. */
function pathFrom(target: string, path: unknown, folder: string): unknown {
  if (typeof path !== 'string' || path.trim() === '' || isAbsolute(path) || SCHEME.test(path)) return path
  return relative(target, join(folder, path)).split(sep).join('/')
}
