import { join } from 'node:path'
import type { ApiError } from '@rapport/core/api/api-error.ts'
import type { Deps } from '#cli/deps.ts'
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
  /** `ours` differs, and is as an earlier export left it; of a file that is `lost` nobody can tell: it stays. */
  state: 'none' | 'same' | 'ours' | 'differs' | 'lost'
  /** Why the server does not give the image. */
  error?: ApiError
}

/** Images that could not be had, and why. */
export type Lost = ReadonlyMap<ExportedImage, ApiError>

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
      await orLose(draft, async () => {
        if (asGood.has(await servedDigest(url, deps))) draft.state = 'same'
        else draft.state = lock.isOwn(path, bytes) ? 'ours' : 'differs'
      })
    }
  })
  return drafts
}

/** One image that is not there is told at the end; a server that is not there ends it all. */
async function orLose(draft: ImageDraft, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!isWithoutImage(error)) throw error
    draft.state = 'lost'
    draft.error = error
  }
}

/** Writes the images that are not there as they should be; those that could not be had are `lost`. */
export async function writeImages(images: readonly ImageDraft[], lock: ExportLock, deps: Deps): Promise<Lost> {
  let finished = 0
  const wanted = images.filter(({ state }) => state !== 'same' && state !== 'lost')
  const lost = () => images.flatMap(({ image, error }) => (error ? [[image, error] as const] : []))
  const progress = await deps.terminal.progress(wanted.length, 'Exporting images')
  try {
    await eachAtOnce(wanted, CONCURRENCY, async (draft) => {
      await orLose(draft, async () => {
        const bytes = await downloadImage(draft.image.url, deps)
        await replaceFile(draft.file, bytes)
        lock.wrote(draft.image.path, bytes)
      })
      progress.update((finished += 1), lost().length)
    })
  } finally {
    progress.stop()
  }
  return new Map(lost())
}
