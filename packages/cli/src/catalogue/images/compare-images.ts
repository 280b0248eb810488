import { isAbsolute, join } from 'node:path'
import pMap from 'p-map'
import type { LiveRecord } from '../plan/live.ts'
import { type CompareImages, imagePath, type ImageState } from '../plan/plan.ts'
import type { Row } from '../read/row.ts'
import { digestOf, readImageFile } from './image-file.ts'
import type { ImageLocks } from './image-lock.ts'
import { downloadImage, isOfOneImage, namesDigest } from './served-image.ts'

type ImageDeps = Parameters<typeof downloadImage>[1]

/** Compares images by content: with what the server serves, and with what servers are known to make of a file. */
export function imageComparison(locks: ImageLocks, deps: ImageDeps, concurrency: number): CompareImages {
  return async (matches) =>
    new Map(await pMap(matches, async ({ row, live }) => [row, await stateOf(row, live)] as const, { concurrency }))

  async function stateOf(row: Row, live: LiveRecord | undefined): Promise<ImageState> {
    try {
      const path = imagePath(row) ?? ''
      const file = await readImageFile(isAbsolute(path) ? path : join(row.folder, path))
      const expected = locks(row.folder).servedDigests(file.digest)
      return { file, isServed: live?.image !== undefined && (await isServed(live.image, expected)) }
    } catch (error) {
      if (error instanceof SyntaxError) return { mistake: error.message }
      throw error
    }
  }

  async function isServed(url: string, expected: ReadonlySet<string>): Promise<boolean> {
    if (namesDigest(url, expected)) return true
    try {
      return expected.has(digestOf(await downloadImage(url, deps)))
    } catch (error) {
      // An image that the server names and does not have has to be sent again.
      if (isOfOneImage(error) && [undefined, 404, 410].includes(error.status)) return false
      throw error
    }
  }
}
