import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiError } from '@rapport/core/api/api-error.ts'
import type { Deps } from '#cli/deps.ts'
import { eachAtOnce } from '#cli/lib/at-once.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import type { ExportLock } from './export-lock.ts'
import type { ExportedImage, ExportedRecord } from './export-records.ts'
import { digestOf, readIfThere } from './image-file.ts'
import { type ImageLock, openImageLock } from './image-lock.ts'
import { imageWithoutCr } from './line-ends.ts'
import { downloadImage, isOfOneImage, isWithoutImage, namesDigest } from './served-image.ts'

/** An image that is to lie in a file, and what lies there now. */
export interface ImageDraft {
  image: ExportedImage
  file: string
  isThere: boolean
  /** `ours` differs, and is as an earlier export left it; of one that is `lost` or `failed` nobody can tell: it stays. */
  state: 'none' | 'same' | 'ours' | 'differs' | 'lost' | 'failed' | 'written'
  /** Why the server does not give the image. */
  error?: ApiError
}

const CONCURRENCY = 8

/** Compares with the server. A file that the server made its image of is as good as the image: a person's own stays. */
export async function lookAtImages(
  records: readonly ExportedRecord[],
  { dir, lock }: { dir: string; lock: ExportLock },
  deps: Deps,
): Promise<ImageDraft[]> {
  const made = openImageLock(dir)
  const drafts = records.flatMap(({ image }): ImageDraft[] =>
    image ? [{ image, file: join(dir, image.path), isThere: false, state: 'none' }] : [],
  )
  await eachAtOnce(drafts, CONCURRENCY, async (draft) => {
    const bytes = await readIfThere(draft.file)
    draft.isThere = bytes !== undefined
    if (bytes) await orLose(draft, () => look(draft, bytes, { made, lock }, deps))
  })
  return drafts
}

async function look(
  draft: ImageDraft,
  bytes: Uint8Array,
  { made, lock }: { made: ImageLock; lock: ExportLock },
  deps: Deps,
): Promise<void> {
  const { url, path } = draft.image
  const content = imageWithoutCr(bytes)
  const asGood = made.madeOf(digestOf(bytes))
  // The image itself is what an export leaves, whoever put it there.
  const adopt = () => {
    draft.state = 'same'
    lock.wrote(path, content)
  }
  if (namesDigest(url, new Set([digestOf(bytes), digestOf(content)]))) return adopt()
  if (namesDigest(url, asGood)) {
    draft.state = 'same'
    return
  }
  const served = await downloadImage(url, deps)
  if (digestOf(imageWithoutCr(served)) === digestOf(content)) return adopt()
  if (asGood.has(digestOf(served))) draft.state = 'same'
  else draft.state = lock.isOwn(path, content) ? 'ours' : 'differs'
}

/** One image that is not there is told at the end; a server that is not there ends it all. */
async function orLose(draft: ImageDraft, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!isOfOneImage(error)) throw error
    draft.state = draft.isThere && !isWithoutImage(error) ? 'failed' : 'lost'
    draft.error = error
  }
}

/** Writes the images that are not there as they should be, as far as they are to be had. */
export async function writeImages(images: readonly ImageDraft[], lock: ExportLock, deps: Deps): Promise<void> {
  let finished = 0
  const wanted = images.filter(({ state }) => state !== 'same' && state !== 'lost' && state !== 'failed')
  const progress = await deps.terminal.progress(wanted.length, 'Exporting images')
  try {
    await eachAtOnce(wanted, CONCURRENCY, async (draft) => {
      await orLose(draft, async () => {
        const bytes = await downloadImage(draft.image.url, deps)
        await replaceFile(draft.file, bytes)
        lock.wrote(draft.image.path, imageWithoutCr(bytes))
        draft.state = 'written'
      })
      progress.update((finished += 1), images.filter(({ error }) => error).length)
    })
  } finally {
    progress.stop()
  }
}

/** The images that the catalogue cannot name: neither the server gives them, nor is there a file that may be as good. */
export function lostOf(images: readonly ImageDraft[]): ReadonlySet<ExportedImage> {
  return new Set(images.filter(({ state }) => state === 'lost').map(({ image }) => image))
}

/** The files of earlier exports' images that no record has; what is gone from the folder as well is forgotten. */
export function imagesOfNoRecord(
  images: readonly ImageDraft[],
  { dir, lock }: { dir: string; lock: ExportLock },
): string[] {
  const paths = new Set(images.map(({ image }) => image.path))
  return lock.paths().flatMap((path) => {
    if (!path.startsWith('images/') || paths.has(path)) return []
    const file = join(dir, path)
    if (existsSync(file)) return [file]
    lock.forget(path)
    return []
  })
}
