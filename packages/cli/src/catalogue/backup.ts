import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { omissionMessages } from '@rapport/core/catalogue/plan/match.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { writeJson, writeYaml } from '@rapport/core/catalogue/write-catalogue.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { replaceFile, assertWritable } from '#cli/io/replace-file.ts'
import { type ImageExport, writeImages } from './export/export-images.ts'
import { exportRecords } from './export/export-records.ts'
import { openImageLock } from './images/image-lock.ts'

/** Throws `CliError` (usage) for a file that is not YAML or JSON, or that exists. */
export async function checkBackupFile(file: string): Promise<void> {
  if (!['.yaml', '.yml', '.json'].includes(extname(file).toLowerCase())) {
    throw new CliError('usage', `${file} is not a .yaml or .json file.`, {
      hint: 'Use a file name such as --backup deleted.yaml.',
    })
  }
  if (existsSync(file)) {
    throw new CliError('usage', `${file} already exists.`, { hint: 'Use a file that does not exist.' })
  }
  await assertWritable(file)
}

/**
 * Writes records to a catalogue file, and their images to a folder beside it. Returns the ids that it wrote; records that the
 * server does not list are missing. Throws `CliError` if something cannot be written completely.
 */
export async function writeBackup(noun: string, ids: readonly string[], file: string, deps: Deps): Promise<string[]> {
  const writtenIds: string[] = []
  const entities = CATALOGUE.filter((entity) => entity.noun === noun)
  const remote = await fetchRemote(entities, deps.client)
  for (const entity of entities) {
    const records = (remote.get(entity) ?? []).filter(({ id }) => ids.includes(String(id)))
    const [message] = omissionMessages(entity, records)
    if (message !== undefined) throw incompleteBackupError(message)
    const exportedRecords = exportRecords(entity, records, `${basename(file, extname(file))}-images`)
    const dir = dirname(file)
    const imageExports = exportedRecords.flatMap(({ image }): ImageExport[] =>
      image ? [{ image, file: join(dir, image.path), state: 'to write', needsConsent: false }] : [],
    )
    await writeImages(imageExports, openImageLock(dir), deps)
    const failedExport = imageExports.find(({ error }) => error)
    if (failedExport)
      throw incompleteBackupError(
        `The image of ${failedExport.image.key} could not be downloaded: ${failedExport.error?.message ?? ''}`,
      )
    const values = { [noun]: exportedRecords.map((record) => record.values) }
    const comment = `Deleted from ${deps.target.apiUrl}. rapport apply -f restores it.`
    await replaceFile(file, extname(file).toLowerCase() === '.json' ? writeJson(values) : writeYaml(values, comment))
    writtenIds.push(...records.map(({ id }) => String(id)))
  }
  return writtenIds
}

function incompleteBackupError(reason: string): CliError {
  return new CliError('backup_incomplete', `${reason} Nothing was deleted.`, {
    hint: 'Omit --backup to delete anyway.',
    exitCode: EXIT.failed,
  })
}
