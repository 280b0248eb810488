import { isAbsolute, join } from 'node:path'
import { eachAtOnce } from '#cli/lib/at-once.ts'
import { digestOf, type ImageFile, readImageFile } from './image-file.ts'
import { type ImageLock, openImageLock } from './image-lock.ts'
import { imageWithoutCr } from './line-ends.ts'
import type { LiveRecord } from './live.ts'
import { type CompareImages, imagePath, type ImageState } from './plan.ts'
import type { Row } from './row.ts'
import { downloadImage, isOfOneImage, namesDigest } from './served-image.ts'

/** The locks of the folders that images lie in, each read once. */
export type ImageLocks = (folder: string) => ImageLock

export function imageLocks(): ImageLocks {
  const locks = new Map<string, ImageLock>()
  return (folder) => {
    const lock = locks.get(folder) ?? openImageLock(folder)
    locks.set(folder, lock)
    return lock
  }
}

type ImageDeps = Parameters<typeof downloadImage>[1]

/** Compares images by content: with what the server serves, and with what servers are known to make of a file. */
export function imageComparison(locks: ImageLocks, deps: ImageDeps, concurrency: number): CompareImages {
  return async (matches) => {
    const states = new Map<Row, ImageState>()
    await eachAtOnce(matches, concurrency, async ({ row, live }) => {
      states.set(row, await stateOf(row, live))
    })
    return states
  }

  async function stateOf(row: Row, live: LiveRecord | undefined): Promise<ImageState> {
    let file: ImageFile
    try {
      const path = imagePath(row) ?? ''
      file = await readImageFile(isAbsolute(path) ? path : join(row.folder, path))
    } catch (error) {
      if (error instanceof SyntaxError) return { mistake: error.message }
      throw error
    }
    const expected = new Set([...locks(row.folder).madeOf(file.digest), file.kept])
    return { file, isServed: live?.image !== undefined && (await isServed(live.image, expected)) }
  }

  async function isServed(url: string, expected: ReadonlySet<string>): Promise<boolean> {
    if (namesDigest(url, expected)) return true
    try {
      const served = await downloadImage(url, deps)
      return expected.has(digestOf(served)) || expected.has(digestOf(imageWithoutCr(served)))
    } catch (error) {
      // An image that the server names and does not have has to be sent again.
      if (isOfOneImage(error) && (error.status === undefined || error.status === 404 || error.status === 410))
        return false
      throw error
    }
  }
}
