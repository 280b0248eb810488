import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Deps } from '#cli/deps.ts'
import type { CatalogueType } from '#cli/entities/entity.ts'
import { writeCsv } from '#cli/io/csv.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
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
  const { flags, terminal } = deps
  // A pipe or a device loses nothing.
  const isThere = await stat(file).then(
    (there) => there.isFile(),
    () => false,
  )
  if (flags.yes || !isThere) return
  if (!terminal.canAsk || inputs.includes('-')) {
    throw new CliError('confirmation_needed', `Replacing ${file} needs --yes: there is no terminal to ask on.`, {
      hint: 'Name a file that is not there yet, or say --yes. It is replaced only when rows are refused.',
    })
  }
  const lines = [`${file} is there already. It is replaced when rows are refused.`]
  if (await terminal.confirm({ lines, prompt: 'Replace it then?' })) return
  throw new CliError('declined', 'Nothing was changed.', { exitCode: EXIT.failed })
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
