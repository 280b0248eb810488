import { readdir, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type { ApiError } from '@rapport/core/api/api-error.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { eachAtOnce } from '#cli/lib/at-once.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import type { ExportLock } from './export-lock.ts'
import type { ExportedImage, ExportedRecord } from './export-records.ts'
import { digestOf, readIfThere } from './image-file.ts'
import { type ImageLock, openImageLock } from './image-lock.ts'
import { imageWithoutCr } from './line-ends.ts'
import type { Kind } from './row.ts'
import { downloadImage, isWithoutImage, namesDigest } from './served-image.ts'

/** An image that is to lie in a file, and what lies there now. */
export interface ImageDraft {
  image: ExportedImage
  file: string
  /** `ours` differs, and is as an earlier export left it; of a file that is `lost` nobody can tell: it stays. */
  state: 'none' | 'same' | 'ours' | 'differs' | 'lost' | 'written'
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
    lock.found(path, content)
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
    if (!isWithoutImage(error)) throw error
    draft.state = 'lost'
    draft.error = error
  }
}

/** Writes the images that are not there as they should be, as far as they are to be had. */
export async function writeImages(images: readonly ImageDraft[], lock: ExportLock, deps: Deps): Promise<void> {
  let finished = 0
  const wanted = images.filter(({ state }) => state !== 'same' && state !== 'lost')
  const progress = await deps.terminal.progress(wanted.length, 'Exporting images')
  try {
    await eachAtOnce(wanted, CONCURRENCY, async (draft) => {
      await orLose(draft, async () => {
        const bytes = await downloadImage(draft.image.url, deps)
        await replaceFile(draft.file, bytes)
        lock.wrote(draft.image.path, imageWithoutCr(bytes))
        draft.state = 'written'
      })
      progress.update((finished += 1), lostOf(images).size)
    })
  } finally {
    progress.stop()
  }
}

/** The images that could not be had so far. */
export function lostOf(images: readonly ImageDraft[]): Lost {
  return new Map(images.flatMap(({ image, error }) => (error ? [[image, error] as const] : [])))
}

/**
 * Removes images of these kinds that no record has any more, where export wrote them and nobody changed them, and forgets
 * what is gone. Resolves with the files removed. Throws CliError.
 */
export async function removeGone(
  kinds: readonly Kind[],
  { dir, lock, images }: { dir: string; lock: ExportLock; images: readonly ImageDraft[] },
): Promise<string[]> {
  const paths = new Set(images.map(({ image }) => image.path))
  const removed: string[] = []
  for (const path of lock.paths()) {
    const file = join(dir, path)
    const folder = kinds.map((kind) => join(dir, 'images', kind)).find((one) => liesIn(one, file))
    if (paths.has(path) || folder === undefined) continue
    const bytes = await readIfThere(file)
    if (bytes && !lock.isWritten(path, imageWithoutCr(bytes))) continue
    if (bytes) {
      if (!liesIn(await realpath(dir), await realpath(file))) continue
      await remove(file, folder)
      removed.push(file)
    }
    lock.forget(path)
  }
  return removed
}

/** A lock comes with a folder from somebody else: its paths, and links on the way, may lead anywhere. */
function liesIn(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== '' && !path.startsWith('..') && !isAbsolute(path)
}

/** Removes a file, and the folders up to this one that are empty without it. */
async function remove(file: string, top: string): Promise<void> {
  try {
    await rm(file)
    for (let folder = dirname(file); folder !== top && (await readdir(folder)).length === 0; folder = dirname(folder)) {
      await rmdir(folder)
    }
  } catch (cause) {
    throw new CliError('not_removed', `${file} cannot be removed: ${systemReason(cause)}`, {
      exitCode: EXIT.failed,
      cause,
    })
  }
}
