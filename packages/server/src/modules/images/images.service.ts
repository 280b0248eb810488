import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { mediaExtension } from '#server/domain/media-path.ts'
import { findImage, readImage } from './images.repo.ts'

/** What a response reads at once; it keeps two. */
export const PIECE_BYTES = 32 * 1024
/** What is read from the database at once: reading from the middle of an image takes as long as reading all before it. */
const WINDOW_BYTES = 1024 * 1024
const MAX_WINDOWS = 24
/** Few images are read at a time, so that other requests go first. */
const CONCURRENT_READS = 2

export type ImagesService = ReturnType<typeof createImagesService>

/** Creates the service that reads images of the catalogue by the SHA-256 of their content. */
export function createImagesService({ db }: Database) {
  const windows = new Map<string, Promise<Buffer>>()
  const limitConcurrency = pLimit(CONCURRENT_READS)

  async function find(sha256: string, extension: string, isPreview: boolean) {
    const image = await findImage(db, sha256, isPreview)
    if (image === undefined || mediaExtension(image.media_type) !== extension) throw noSuchImageError()
    return image
  }

  /** Reads the piece of an image that begins here. Throws `not_found` if the image was deleted meanwhile. */
  async function readPiece(sha256: string, isPreview: boolean, offset: number): Promise<Buffer> {
    const within = offset % WINDOW_BYTES
    const key = `${sha256} ${isPreview} ${offset - within}`
    const window = windows.get(key) ?? readWindow(sha256, isPreview, offset - within)
    // The least recently used one is the first.
    windows.delete(key)
    windows.set(key, window)
    for (const oldest of windows.keys()) if (windows.size > MAX_WINDOWS) windows.delete(oldest)
    try {
      // A copy, since a part would keep the whole in memory.
      return Buffer.from((await window).subarray(within, within + PIECE_BYTES))
    } catch (error) {
      windows.delete(key)
      throw error
    }
  }

  const readWindow = (sha256: string, isPreview: boolean, offset: number) =>
    limitConcurrency(async () => {
      await setImmediate()
      const part = await readImage(db, sha256, { isPreview, offset, length: WINDOW_BYTES })
      if (part === undefined) throw noSuchImageError()
      return part.bytes
    })

  return { find, readPiece }
}

function noSuchImageError(): DomainError {
  return new DomainError('not_found', 'There is no such image.')
}
