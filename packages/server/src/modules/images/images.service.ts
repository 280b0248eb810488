import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { mediaExtension } from '#server/domain/media-path.ts'
import { findImage, readImage } from './images.repo.ts'

/** What a response reads at once; it keeps two. */
export const PIECE_BYTES = 32 * 1024
/**
 * What is read from the database at once, if there is room for it: reading from the middle of an image takes as long as reading
 * all before it.
 */
const WINDOW_BYTES = 1024 * 1024
/** Room for the windows of all images. */
const ROOM_BYTES = 24 * 1024 * 1024
/** Few images are read at a time, so that other requests go first. */
const CONCURRENT_READS = 2

/** Creates the service that reads images of the catalogue by the SHA-256 of their content. */
export function createImagesService({ db }: Database) {
  const windows = new Map<string, { length: number; bytes: Promise<Buffer> }>()
  let roomUsed = 0
  let readers = 0
  const limitConcurrency = pLimit(CONCURRENT_READS)

  async function find(sha256: string, extension: string, isPreview: boolean) {
    const image = await findImage(db, sha256, isPreview)
    if (image === undefined || mediaExtension(image.media_type) !== extension) throw noSuchImageError()
    return image
  }

  /** Reads an image piece by piece. Throws `not_found` if it was deleted meanwhile. */
  async function* readPieces(sha256: string, isPreview: boolean, size: number): AsyncGenerator<Buffer, void> {
    readers += 1
    try {
      let start = 0
      for (let offset = 0; offset < size; offset += PIECE_BYTES) {
        // Lets other requests proceed.
        if (offset > 0) await setImmediate()
        // A window that was dropped before its end is read from here on.
        if (offset >= start + (windows.get(keyOf(start))?.length ?? 0)) start = offset
        const bytes = await windowAt(start)
        // A copy, since a part would keep the whole in memory.
        yield Buffer.from(bytes.subarray(offset - start, offset - start + PIECE_BYTES))
      }
    } finally {
      readers -= 1
    }

    function keyOf(offset: number): string {
      return `${sha256} ${isPreview} ${offset}`
    }

    async function windowAt(offset: number): Promise<Buffer> {
      const key = keyOf(offset)
      // Each reader has room for a window, so that it uses up what it read before the others take its place.
      const pieces = Math.max(1, Math.floor(Math.min(WINDOW_BYTES, ROOM_BYTES / readers) / PIECE_BYTES))
      // A small image counts as a piece, so that there are not too many.
      const length = Math.min(Math.max(size - offset, PIECE_BYTES), pieces * PIECE_BYTES)
      const window = windows.get(key) ?? { length, bytes: readWindow(sha256, isPreview, offset, length) }
      drop(key)
      windows.set(key, window)
      roomUsed += window.length
      // The least recently used one is the first.
      for (const oldest of windows.keys()) if (roomUsed > ROOM_BYTES) drop(oldest)
      try {
        return await window.bytes
      } catch (error) {
        drop(key)
        throw error
      }
    }
  }

  function drop(key: string): void {
    roomUsed -= windows.get(key)?.length ?? 0
    windows.delete(key)
  }

  const readWindow = (sha256: string, isPreview: boolean, offset: number, length: number) =>
    limitConcurrency(async () => {
      await setImmediate()
      const part = await readImage(db, sha256, { isPreview, offset, length })
      if (part === undefined) throw noSuchImageError()
      return part.bytes
    })

  return { find, readPieces }
}

function noSuchImageError(): DomainError {
  return new DomainError('not_found', 'There is no such image.')
}
