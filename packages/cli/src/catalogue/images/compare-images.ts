import { basename, isAbsolute, join } from 'node:path'
import pMap from 'p-map'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { fromSource } from '../environments.ts'
import type { LiveRecord } from '../plan/live.ts'
import { type CompareImages, imagePath, type ImageState } from '../plan/plan.ts'
import type { Row } from '../read/row.ts'
import { digestOf, imageFile, type ImageFile, readImageFile } from './image-file.ts'
import type { ImageLock, ImageLocks } from './image-lock.ts'
import { digestsIn, downloadImage, isOfOneImage, namesDigest } from './served-image.ts'

/** Where the images of rows come from. */
export interface ImageSource {
  /** Throws SyntaxError for an image that cannot be read. */
  read(row: Row): Promise<ImageFile>
  /** The digests that are known without reading it. */
  known(row: Row): readonly string[]
}

export const imagesOfFiles: ImageSource = {
  read(row) {
    const path = imagePath(row) ?? ''
    return readImageFile(isAbsolute(path) ? path : join(row.folder, path))
  },
  known: () => [],
}

/** Images of another server; an address that names the digest of its content says enough. */
export function imagesOfServer(source: Deps): ImageSource {
  return {
    async read(row) {
      const url = imagePath(row) ?? ''
      try {
        const name = URL.canParse(url) ? basename(new URL(url).pathname) : ''
        return await imageFile({ path: url, name }, () => fromSource(source, () => downloadImage(url, source)))
      } catch (error) {
        const cause = error instanceof CliError ? error.cause : undefined
        throw isOfOneImage(cause) ? new SyntaxError(cause.message, { cause }) : error
      }
    },
    known: (row) => digestsIn(imagePath(row) ?? ''),
  }
}

interface Comparison {
  images: ImageSource
  locks: ImageLocks
  concurrency: number
}

/** Compares images by content: with what the server serves, and with what servers are known to make of an image. */
export function imageComparison({ images, locks, concurrency }: Comparison, deps: Deps): CompareImages {
  return async (matches) =>
    new Map(await pMap(matches, async ({ row, live }) => [row, await stateOf(row, live)] as const, { concurrency }))

  async function stateOf(row: Row, live: LiveRecord | undefined): Promise<ImageState> {
    const lock = locks(row.folder)
    const isKnown = images
      .known(row)
      .some((digest) => live?.image && namesDigest(live.image, lock.servedDigests(digest)))
    if (isKnown) return 'served'
    try {
      return await comparedState(await images.read(row), live?.image, lock)
    } catch (error) {
      if (error instanceof SyntaxError) return { mistake: error.message }
      throw error
    }
  }

  async function comparedState(file: ImageFile, url: string | undefined, lock: ImageLock): Promise<ImageState> {
    if (url === undefined) return { file }
    const expected = lock.servedDigests(file.digest)
    if (namesDigest(url, expected)) return 'served'
    try {
      const replaced = digestOf(await downloadImage(url, deps))
      return expected.has(replaced) ? 'served' : { file, replaced }
    } catch (error) {
      // An image that the server names and does not have has to be sent again.
      if (isOfOneImage(error) && [undefined, 404, 410].includes(error.status)) return { file }
      throw error
    }
  }
}
