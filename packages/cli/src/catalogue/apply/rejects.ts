import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Deps } from '#cli/deps.ts'
import type { CatalogueType } from '#cli/entities/entity.ts'
import { writeCsv } from '#cli/io/csv.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { replaceFile, tryToReplace } from '#cli/io/replace-file.ts'
import { writeJson, writeYaml } from '../export/write-catalogue.ts'
import type { Catalogue } from '../read/read-files.ts'
import { imageField, type WrittenRow } from '../read/row.ts'

/**
 * Makes sure, before anything is read or sent, that refused rows are not written over the files that are applied, and
 * over another file only with consent. Throws CliError.
 */
export async function agreeToRejects(file: string, inputs: readonly string[], deps: Deps): Promise<void> {
  await tryToReplace(file)
  const input = inputs.find((one) => one !== '-' && resolve(one) === resolve(file))
  if (input !== undefined) {
    throw new CliError('usage', `--rejects would write over ${input}, which is to be applied.`, {
      hint: 'Name another file for the rows that are refused.',
    })
  }
  // A pipe or a device loses nothing.
  const existing = await stat(file).catch(() => undefined)
  if (!existing?.isFile()) return
  await requireConsent(
    {
      doing: `Replacing ${file}`,
      lines: [`${file} exists already. It is replaced if rows are refused.`],
      prompt: 'Replace it then?',
      readsStdin: inputs.includes('-'),
      hint: 'Name a file that does not exist yet, or pass --yes. It is replaced only if rows are refused.',
      declined: 'Nothing was changed.',
    },
    deps,
  )
}

/** Writes rows as they were read, in the format they came in, to be fixed there and applied; no file without a row. */
export async function writeRejects(file: string, rows: readonly WrittenRow[], formats: Catalogue['formats']) {
  const [first] = rows
  if (!first) return
  const records: Partial<Record<CatalogueType, unknown[]>> = {}
  for (const row of rows) (records[row.entity.type] ??= []).push(movedTo(dirname(file), row))
  const all = Object.values(records).flat()
  const isOneCsv = formats.every((format) => format === 'csv') && all.length === records[first.entity.type]?.length
  if (isOneCsv) return replaceFile(file, csvOf(all))
  const isJson = formats.every((format) => format === 'json')
  const comment = 'Refused by rapport apply. Fix it and apply it.'
  return replaceFile(file, isJson ? writeJson(records) : writeYaml(records, comment))
}

function csvOf(records: readonly unknown[]): string {
  const rows = records.map((record) => new Map<string, unknown>(Object.entries(record ?? {})))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return writeCsv([columns, ...rows.map((row) => columns.map((column) => row.get(column)))])
}

// One letter is a drive.
const SCHEME = /^\s*[a-z][a-z\d+.-]+:/i

/** The row with the path of its image as it holds from another folder; an address holds from everywhere. */
function movedTo(target: string, { entity, written, folder }: WrittenRow): unknown {
  const field = imageField(entity) ?? ''
  if (typeof written !== 'object' || written === null || !(field in written)) return written
  const path: unknown = Reflect.get(written, field)
  if (typeof path !== 'string' || path.trim() === '' || isAbsolute(path) || SCHEME.test(path)) return written
  return { ...written, [field]: relative(target, join(folder, path)).split(sep).join('/') }
}
