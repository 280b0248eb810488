import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Deps } from '#cli/deps.ts'
import { writeCsv } from '#cli/io/csv.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { replaceFile, tryToReplace } from '#cli/io/replace-file.ts'
import { writeJson, writeYaml } from '../export/write-catalogue.ts'
import type { Catalogue } from '../read/read-files.ts'
import { imageField, type Row } from '../read/row.ts'

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

/** Writes rows as they stand in their files, in the same format, to be fixed there and applied; no file without a row. */
export async function writeRejects(file: string, rows: readonly Row[], formats: Catalogue['formats']) {
  const byType = Map.groupBy(rows, ({ entity }) => entity.type)
  const records = Object.fromEntries(
    [...byType].map(([type, some]) => [type, some.map((row) => movedTo(dirname(file), row))]),
  )
  const [only, ...others] = Object.values(records)
  if (!only) return
  if (others.length === 0 && formats.every((format) => format === 'csv')) {
    const columns = [...new Set(only.flatMap((record) => Object.keys(record)))]
    return replaceFile(file, writeCsv([columns, ...only.map((record) => columns.map((column) => record[column]))]))
  }
  const isJson = formats.every((format) => format === 'json')
  const comment = 'Refused by rapport apply. Fix it and apply it.'
  return replaceFile(file, isJson ? writeJson(records) : writeYaml(records, comment))
}

/** The fields of a row, with the path of its image as it holds from another folder. */
function movedTo(target: string, { entity, written, folder }: Row): Readonly<Record<string, unknown>> {
  const field = imageField(entity) ?? ''
  const path = written[field]
  if (typeof path !== 'string' || path.trim() === '' || isAbsolute(path) || URL.canParse(path)) return written
  return { ...written, [field]: relative(target, join(folder, path)).split(sep).join('/') }
}
