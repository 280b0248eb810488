import { join } from 'node:path'
import type { ApiError } from '@rapport/core/api/api-error.ts'
import pMap from 'p-map'
import type { Deps } from '#cli/deps.ts'
import { CONCURRENCY } from '#cli/api/bulk.ts'
import { replaceFile } from '#cli/io/replace-file.ts'
import { digestOf, readIfExists } from '../images/image-file.ts'
import type { ImageLock } from '../images/image-lock.ts'
import { isImageError, namesDigest } from '@rapport/core/catalogue/plan/compare-images.ts'
import { downloadImage, isPermanentFailure } from '../images/download-image.ts'
import type { ExportedImage } from './export-records.ts'

/** An image to export, and its state. */
export interface ImageDraft {
  image: ExportedImage
  file: string
  state: 'to write' | 'written' | 'unchanged' | 'missing' | 'failed'
  /** Whether writing would replace an edited file. */
  needsConsent: boolean
  /** Why the image could not be downloaded. */
  error?: ApiError
}

/** Compares images with local files. A file that the server made its image of counts as unchanged. */
export function compareWithFiles(
  images: readonly ExportedImage[],
  { dir, lock }: { dir: string; lock: ImageLock },
  deps: Deps,
): Promise<ImageDraft[]> {
  const draftOf = async (image: ExportedImage): Promise<ImageDraft> => {
    const file = join(dir, image.path)
    const draft: ImageDraft = { image, file, state: 'to write', needsConsent: false }
    const bytes = await readIfExists(file)
    if (!bytes) return draft
    const digest = digestOf(bytes)
    const servedDigests = lock.servedDigests(digest)
    await recordingFailure(draft, { isThere: true }, async () => {
      const served = namesDigest(image.url, servedDigests) ? undefined : digestOf(await downloadImage(image.url, deps))
      if (served === undefined || servedDigests.has(served)) draft.state = 'unchanged'
      else draft.needsConsent = !lock.isExported(image.path, digest)
      // The file is the exported image itself.
      if (served === digest || namesDigest(image.url, new Set([digest]))) lock.recordExported(image.path, digest)
    })
    return draft
  }
  return pMap(images, draftOf, { concurrency: CONCURRENCY })
}

/** A missing image is reported at the end; an unreachable server ends the export. */
async function recordingFailure(
  draft: ImageDraft,
  { isThere }: { isThere: boolean },
  ask: () => Promise<void>,
): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!isImageError(error)) throw error
    draft.state = isThere && !isPermanentFailure(error) ? 'failed' : 'missing'
    draft.error = error
  }
}

/** Downloads and writes images that are missing or differ. */
export async function writeImages(drafts: readonly ImageDraft[], lock: ImageLock, deps: Deps): Promise<void> {
  const toWrite = drafts.filter(({ state }) => state === 'to write')
  let finished = 0
  let failure: unknown
  const progress = await deps.terminal.progress(toWrite.length, 'Exporting images')
  const write = async (draft: ImageDraft) => {
    if (failure !== undefined) return
    await recordingFailure(draft, { isThere: draft.needsConsent }, async () => {
      const bytes = await downloadImage(draft.image.url, deps)
      await replaceFile(draft.file, bytes)
      lock.recordExported(draft.image.path, digestOf(bytes))
      draft.state = 'written'
    }).catch((error: unknown) => {
      // Pending downloads finish first, so that the result names what was written.
      failure ??= error
    })
    progress.update((finished += 1), drafts.filter(({ error }) => error).length)
  }
  try {
    await pMap(toWrite, write, { concurrency: CONCURRENCY })
  } finally {
    progress.stop()
  }
  if (failure !== undefined) throw failure
}
