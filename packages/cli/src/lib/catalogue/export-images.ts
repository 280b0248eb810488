import { join } from 'node:path'
import type { Deps } from '#cli/deps.ts'
import type { ErrorReport } from '#cli/io/errors.ts'
import { eachAtOnce } from '#cli/lib/at-once.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import type { ExportLock } from './export-lock.ts'
import type { ExportedImage, ExportedRecord } from './export-records.ts'
import { digestOf, readIfThere } from './image-file.ts'
import { openImageLock } from './image-lock.ts'
import { downloadImage, isWithoutImage, namesDigest, servedDigest } from './served-image.ts'

/** An image that is to lie in a file, and what lies there now. */
export interface ImageDraft {
  image: ExportedImage
  file: string
  /** `ours` differs, and is as an earlier export left it. */
  state: 'none' | 'same' | 'ours' | 'differs'
}

/** Images that could not be had, and why. */
export type Lost = ReadonlyMap<ExportedImage, ErrorReport>

const CONCURRENCY = 8

/** Compares with the server. A file that the server made its image of is as good as the image: a person's own stays. */
export async function lookAtImages(
  records: readonly ExportedRecord[],
  { dir, lock }: { dir: string; lock: ExportLock },
  deps: Deps,
): Promise<ImageDraft[]> {
  const made = openImageLock(dir)
  const drafts = records.flatMap(({ image }): ImageDraft[] =>
    image ? [{ image, file: join(dir, image.path), state: 'none' }] : [],
  )
  await eachAtOnce(drafts, CONCURRENCY, async (draft) => {
    const bytes = await readIfThere(draft.file)
    if (bytes === undefined) return
    const { url, path } = draft.image
    const asGood = made.madeOf(digestOf(bytes))
    if (namesDigest(url, asGood)) draft.state = 'same'
    else {
      const served = await digestIfServed(url, deps)
      // What the server does not give takes no file away: writing it will fail in the same way, and tell.
      if (served === undefined) draft.state = 'none'
      else if (asGood.has(served)) draft.state = 'same'
      else draft.state = lock.isOwn(path, bytes) ? 'ours' : 'differs'
    }
  })
  return drafts
}

async function digestIfServed(url: string, deps: Deps): Promise<string | undefined> {
  try {
    return await servedDigest(url, deps)
  } catch (error) {
    if (isWithoutImage(error)) return undefined
    throw error
  }
}

/** Writes the images that are not there as they should be; tells which could not be had. */
export async function writeImages(
  images: readonly ImageDraft[],
  lock: ExportLock,
  deps: Deps,
): Promise<{ lost: Lost; missing: string[] }> {
  const lost = new Map<ExportedImage, ErrorReport>()
  const missing: string[] = []
  let finished = 0
  const wanted = images.filter(({ state }) => state !== 'same')
  const progress = await deps.terminal.progress(wanted.length, 'Exporting images')
  try {
    await eachAtOnce(wanted, CONCURRENCY, async ({ image, file }) => {
      try {
        const bytes = await downloadImage(image.url, deps)
        await replaceFile(file, bytes)
        lock.wrote(image.path, bytes)
      } catch (error) {
        // One image that is not there is told at the end; a server that is not there ends it all.
        if (!isWithoutImage(error)) throw error
        lost.set(image, deps.describe(error).report)
        missing.push(`${image.key}: ${error.message}`)
      }
      progress.update((finished += 1), missing.length)
    })
  } finally {
    progress.stop()
  }
  return { lost, missing }
}
