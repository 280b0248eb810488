import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { replaceFile, assertWritable } from '#cli/io/replace-file.ts'

/** Refuses to overwrite an input, and asks before it replaces any other file. Called before any request. Throws `CliError`. */
export async function confirmRejects(file: string, inputs: readonly string[], deps: Deps): Promise<void> {
  await assertWritable(file)
  const input = inputs.find((name) => name !== '-' && resolve(name) === resolve(file))
  if (input !== undefined) {
    throw new CliError('usage', `--rejects would overwrite ${input}, which is an input.`, {
      hint: 'Use another file for the rejected rows.',
    })
  }
  // Pipes and devices have no content to lose.
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return
  await requireConsent(deps, {
    action: `Replacing ${file}`,
    lines: [`${file} already exists.`],
    prompt: 'Replace it if rows are rejected?',
    readsStdin: inputs.includes('-'),
    hint: 'Use a file that does not exist, or pass --yes. It is replaced only if rows are rejected.',
    declinedMessage: 'Nothing was changed.',
  })
}

/** Writes rows as they are in their files, to be fixed and applied again. Without rows, writes no file. */
export async function writeRejects(file: string, rows: readonly Row[], formats: Catalogue['formats']) {
  const { writeRows } = await import('@rapport/core/catalogue/write-catalogue.ts')
  const comment = 'Rejected by rapport apply. Correct these rows and apply this file.'
  const output = writeRows(rows, formats, { comment, toWrittenFields: (row) => fieldsRelativeTo(dirname(file), row) })
  if (output) await replaceFile(file, output.text)
}

/** Returns the fields of a row with its image path relative to another folder. */
function fieldsRelativeTo(newFolder: string, { entity, written, folder }: Row): Readonly<Record<string, unknown>> {
  const field = imageField(entity) ?? ''
  const path = written[field]
  if (typeof path !== 'string' || path.trim() === '' || isAbsolute(path) || URL.canParse(path)) return written
  return { ...written, [field]: relative(newFolder, join(folder, path)).split(sep).join('/') }
}
