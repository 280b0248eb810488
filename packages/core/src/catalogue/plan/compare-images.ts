import pMap from 'p-map'
import { ApiError } from '../../api/api-error.ts'
import type { Row } from '../read/row.ts'
import type { ImageFile } from './image-file.ts'
import type { RemoteRecord } from './remote-records.ts'
import { type CompareImages, imagePath, type ImageState } from './plan.ts'

/** Which images servers made of which files, since a server may redraw an upload and never serve the file that was sent. */
export interface ServedImages {
  /** The digests of what servers made of the file with this digest, its own among them. */
  servedDigests(file: string): ReadonlySet<string>
  /** Records what a server made of a file. */
  recordServed(file: string, served: string): void
}

/** Image access, which differs between tool and console. */
export interface ImageAccess {
  /** What is known of the images in a folder. */
  locks: (folder: string) => ServedImages
  /** SHA-256 in hex. */
  digestOf: (bytes: Uint8Array) => string
  /** The bytes of an image that the server names. Throws `ApiError`. */
  download: (url: string) => Promise<Uint8Array>
}

/** Where the images of rows come from. */
export interface ImageSource {
  /** The image of a row that names one. Throws SyntaxError for an image that cannot be read. */
  read(path: string, row: Row): Promise<ImageFile>
  /** The digests that are known without reading it. */
  known(path: string): readonly string[]
}

interface Comparison extends ImageAccess {
  images: ImageSource
  concurrency: number
}

/** Compares images by content: with what the server serves, and with what servers are known to make of an image. */
export function imageComparison({ images, locks, digestOf, download, concurrency }: Comparison): CompareImages {
  return async (matches) =>
    new Map(await pMap(matches, async ({ row, remote }) => [row, await stateOf(row, remote)] as const, { concurrency }))

  async function stateOf(row: Row, remote: RemoteRecord | undefined): Promise<ImageState> {
    const path = imagePath(row) ?? ''
    const lock = locks(row.folder)
    const isKnown = images
      .known(path)
      .some((digest) => remote?.image && namesDigest(remote.image, lock.servedDigests(digest)))
    if (isKnown) return 'served'
    try {
      return await comparedState(await images.read(path, row), remote?.image, lock)
    } catch (error) {
      if (error instanceof SyntaxError) return { issue: error.message }
      throw error
    }
  }

  async function comparedState(file: ImageFile, url: string | undefined, lock: ServedImages): Promise<ImageState> {
    if (url === undefined) return { file }
    const expected = lock.servedDigests(file.digest)
    if (namesDigest(url, expected)) return 'served'
    try {
      const replaced = digestOf(await download(url))
      return expected.has(replaced) ? 'served' : { file, replaced }
    } catch (error) {
      // An image that the server names and does not have has to be sent again.
      if (isImageError(error) && [undefined, 404, 410].includes(error.status)) return { file }
      throw error
    }
  }
}

/** Whether the server answered, but not with this image. */
export function isImageError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'status' || error.kind === 'bad_response')
}

/** Whether the address names one of these digests: then the content need not be asked for. */
export function namesDigest(url: string, digests: ReadonlySet<string>): boolean {
  return digestsIn(url).some((digest) => digests.has(digest))
}

/** Matches a digest in an address. */
export function digestsIn(url: string): string[] {
  return (url.match(/[0-9a-f]{64}/gi) ?? []).map((digest) => digest.toLowerCase())
}
