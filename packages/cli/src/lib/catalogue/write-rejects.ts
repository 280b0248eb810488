import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { CatalogueFormat } from './catalogue-formats.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import { FIELDS, imageField, type Kind, type Row } from './row.ts'
import { writeJson, writeKindCsv, writeYaml } from './write-catalogue.ts'

type Written = Row['written']

/** Writes rows as they were read, in the format they came in, to be mended there and applied; nothing without a row. */
export async function writeRejects(
  file: string,
  rows: readonly Row[],
  { formats, kinds }: { formats: readonly CatalogueFormat[]; kinds: readonly Kind[] },
): Promise<void> {
  if (rows.length === 0) return
  const records: Partial<Record<Kind, Written[]>> = {}
  // A kind without a row is left out: an empty list would say that all of it has to go.
  for (const row of rows) (records[row.kind] ??= []).push(recordOf(row, dirname(file)))
  const [format = 'yaml', ...others] = new Set(formats)
  const [kind] = kinds
  // A CSV has one kind; rows of several need a format that can tell them apart.
  if (format === 'csv' && kind && kinds.length === 1) await replaceFile(file, csvOf(kind, records[kind] ?? []))
  else if (format === 'json' && others.length === 0) await replaceFile(file, writeJson(records))
  else await replaceFile(file, writeYaml(records, 'Refused by rapport apply. Mend it and apply it.'))
}

/** A column that the rows did not have would say that it is empty. */
function csvOf(kind: Kind, records: readonly Written[]): string {
  const names = FIELDS[kind].map(({ name }) => name)
  const present = names.filter((name) => records.some((record) => name in record))
  return writeKindCsv(kind, records, present.length > 0 ? present : names)
}

function recordOf({ kind, written, folder }: Row, target: string): Written {
  const field = imageField(kind) ?? ''
  const path = written[field]
  if (path === undefined || path.trim() === '' || isAbsolute(path)) return written
  return { ...written, [field]: relative(target, join(folder, path)).split(sep).join('/') }
}
