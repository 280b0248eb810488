import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { omissionMessages } from '@rapport/core/catalogue/plan/match.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { writeJson, writeYaml } from '@rapport/core/catalogue/write-catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { replaceFile, assertWritable } from '#cli/io/replace-file.ts'
import { type ImageExport, writeImages } from './export/export-images.ts'
import { exportRecords } from './export/export-records.ts'
import { openImageLock } from './images/image-lock.ts'

/**
 * Returns a function that writes records to a catalogue file, and their images to a folder beside it, and returns the ids that it
 * wrote; records that the server does not list are missing. Throws `CliError` (usage) for a file that is not YAML or JSON, or that
 * exists, and the function if something cannot be written completely.
 */
export async function openBackup(entity: EditableEntity, file: string, deps: Deps) {
  const extension = extname(file).toLowerCase()
  if (!['.yaml', '.yml', '.json'].includes(extension)) {
    throw new CliError('usage', `${file} is not a .yaml or .json file.`, {
      hint: 'Use a file name such as --backup deleted.yaml.',
    })
  }
  if (existsSync(file)) {
    throw new CliError('usage', `${file} already exists.`, { hint: 'Use a file that does not exist.' })
  }
  await assertWritable(file)

  return async (ids: readonly string[]): Promise<string[]> => {
    const remote = (await fetchRemote([entity], deps.client)).get(entity) ?? []
    const records = remote.filter(({ id }) => ids.includes(String(id)))
    const [message] = omissionMessages(entity, records)
    if (message !== undefined) throw incompleteBackupError(message)
    const exportedRecords = exportRecords(entity, records, `${basename(file, extname(file))}-images`)
    const dir = dirname(file)
    const imageExports = exportedRecords.flatMap(({ image }): ImageExport[] =>
      image ? [{ image, file: join(dir, image.path), state: 'to write', needsConsent: false }] : [],
    )
    await writeImages(imageExports, openImageLock(dir), deps)
    const failed = imageExports.find(({ error }) => error)
    if (failed)
      throw incompleteBackupError(
        `The image of ${failed.image.key} could not be downloaded: ${failed.error?.message ?? ''}`,
      )
    const values = { [entity.noun]: exportedRecords.map((record) => record.values) }
    const comment = `Deleted from ${deps.target.apiUrl}. rapport apply -f restores it.`
    await replaceFile(file, extension === '.json' ? writeJson(values) : writeYaml(values, comment))
    return records.map(({ id }) => String(id))
  }
}

function incompleteBackupError(reason: string): CliError {
  return new CliError('backup_incomplete', `${reason} Nothing was deleted.`, {
    hint: 'Omit --backup to delete anyway.',
  })
}
