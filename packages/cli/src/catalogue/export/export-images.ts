import { join } from 'node:path'
import type { ApiError } from '@rapport/core/api/api-error.ts'
import pMap from 'p-map'
import type { Deps } from '#cli/deps.ts'
import { CONCURRENCY } from '#cli/api/bulk.ts'
import { replaceFile } from '#cli/io/replace-file.ts'
import { readIfExists } from '#cli/io/read-file.ts'
import { digestOf } from '../images/image-file.ts'
import type { ImageLock } from '../images/image-lock.ts'
import { isImageError, namesDigest } from '@rapport/core/catalogue/plan/compare-images.ts'
import { downloadImage, isPermanentFailure } from '../images/download-image.ts'
import type { ExportedImage } from './export-records.ts'

/** An image to export, and its state. */
export interface ImageExport {
  image: ExportedImage
  file: string
  state: 'to write' | 'written' | 'unchanged' | 'missing' | 'failed'
  /** Whether writing would replace an edited file. */
  needsConsent: boolean
  /** Why the image could not be downloaded. */
  error?: ApiError
}

/** Compares images with local files. A file is unchanged if the server's image was made from it. */
export function compareWithFiles(
  images: readonly ExportedImage[],
  { dir, lock }: { dir: string; lock: ImageLock },
  deps: Deps,
): Promise<ImageExport[]> {
  const exportOf = async (image: ExportedImage): Promise<ImageExport> => {
    const file = join(dir, image.path)
    const exported: ImageExport = { image, file, state: 'to write', needsConsent: false }
    const bytes = readIfExists(file)
    if (!bytes) return exported
    const digest = digestOf(bytes)
    const servedDigests = lock.servedDigests(digest)
    await recordFailure(exported, { hasLocalFile: true }, async () => {
      const served = namesDigest(image.url, servedDigests) ? undefined : digestOf(await downloadImage(image.url, deps))
      if (served === undefined || servedDigests.has(served)) exported.state = 'unchanged'
      else exported.needsConsent = !lock.isExported(image.path, digest)
      // The file is the exported image itself.
      if (served === digest || namesDigest(image.url, new Set([digest]))) lock.recordExported(image.path, digest)
    })
    return exported
  }
  return pMap(images, exportOf, { concurrency: CONCURRENCY })
}

/** A missing image is reported at the end; an unreachable server ends the export. */
async function recordFailure(
  exported: ImageExport,
  { hasLocalFile }: { hasLocalFile: boolean },
  attempt: () => Promise<void>,
): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (!isImageError(error)) throw error
    exported.state = hasLocalFile && !isPermanentFailure(error) ? 'failed' : 'missing'
    exported.error = error
  }
}

/** Downloads and writes images that are missing or differ. */
export async function writeImages(exports: readonly ImageExport[], lock: ImageLock, deps: Deps): Promise<void> {
  const toWrite = exports.filter(({ state }) => state === 'to write')
  let finished = 0
  let failure: unknown
  const progress = await deps.terminal.progress(toWrite.length, 'Exporting images')
  const write = async (exported: ImageExport) => {
    if (failure !== undefined) return
    await recordFailure(exported, { hasLocalFile: exported.needsConsent }, async () => {
      const bytes = await downloadImage(exported.image.url, deps)
      await replaceFile(exported.file, bytes)
      lock.recordExported(exported.image.path, digestOf(bytes))
      exported.state = 'written'
    }).catch((error: unknown) => {
      // Pending downloads finish first, so that the result names what was written.
      failure ??= error
    })
    progress.update((finished += 1), exports.filter(({ error }) => error).length)
  }
  try {
    await pMap(toWrite, write, { concurrency: CONCURRENCY })
  } finally {
    progress.stop()
  }
  if (failure !== undefined) throw failure
}
