import { hash } from 'node:crypto'
import { join } from 'node:path'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { containsDigest } from '@rapport/core/catalogue/plan/compare-images.ts'
import pMap from 'p-map'
import { CONCURRENCY } from '#cli/api/concurrency.ts'
import type { Deps } from '#cli/deps.ts'
import { readIfExists } from '#cli/io/read-file.ts'
import { replaceFile } from '#cli/io/replace-file.ts'
import { downloadImage, isImageLost } from '../images/download-image.ts'
import type { ImageLock } from '../images/image-lock.ts'
import type { ExportedImage } from './export-records.ts'

/** The progress of one image's export. */
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
  const compareImage = async (image: ExportedImage): Promise<ImageExport> => {
    const file = join(dir, image.path)
    const imageExport: ImageExport = { image, file, state: 'to write', needsConsent: false }
    const bytes = readIfExists(file)
    if (!bytes) return imageExport
    const digest = hash('sha256', bytes)
    const servedDigests = lock.servedDigests(digest)
    await recordFailure(imageExport, { hasLocalFile: true }, async () => {
      const servedDigest = containsDigest(image.url, servedDigests)
        ? undefined
        : hash('sha256', await downloadImage(image.url, deps))
      if (servedDigest === undefined || servedDigests.has(servedDigest)) imageExport.state = 'unchanged'
      else imageExport.needsConsent = !lock.isExported(image.path, digest)
      // The file is the exported image itself.
      if (servedDigest === digest || containsDigest(image.url, new Set([digest])))
        lock.recordExported(image.path, digest)
    })
    return imageExport
  }
  return pMap(images, compareImage, { concurrency: CONCURRENCY })
}

/** Records the failure of an image, which is reported at the end. Throws if the command is interrupted. */
async function recordFailure(
  imageExport: ImageExport,
  { hasLocalFile }: { hasLocalFile: boolean },
  attempt: () => Promise<void>,
): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
    imageExport.state = hasLocalFile && !isImageLost(error) ? 'failed' : 'missing'
    imageExport.error = error
  }
}

/** Downloads and writes images that are missing or differ. */
export async function writeImages(exports: readonly ImageExport[], lock: ImageLock, deps: Deps): Promise<void> {
  const pending = exports.filter(({ state }) => state === 'to write')
  let finishedCount = 0
  let failure: unknown
  const progress = await deps.terminal.progress(pending.length, 'Exporting images')
  const write = async (imageExport: ImageExport) => {
    if (failure !== undefined) return
    await recordFailure(imageExport, { hasLocalFile: imageExport.needsConsent }, async () => {
      const bytes = await downloadImage(imageExport.image.url, deps)
      await replaceFile(imageExport.file, bytes)
      lock.recordExported(imageExport.image.path, hash('sha256', bytes))
      imageExport.state = 'written'
    }).catch((error: unknown) => {
      // Pending downloads finish first, so that the result names what was written.
      failure ??= error
    })
    progress.update((finishedCount += 1), exports.filter(({ error }) => error).length)
  }
  try {
    await pMap(pending, write, { concurrency: CONCURRENCY })
  } finally {
    progress.stop()
  }
  if (failure !== undefined) throw failure
}
