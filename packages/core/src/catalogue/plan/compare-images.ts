import pMap from 'p-map'
import { ApiError } from '../../api/api-error.ts'
import { type ImageFile, UnreadableImageError } from '../../images/image-kind.ts'
import type { Row } from '../read/row.ts'
import { type CompareImages, imagePath, type ImageState } from './plan.ts'
import type { RemoteRecord } from './remote-records.ts'

/** The images that a server made of files: it may re-encode uploads and never serve the file itself. */
export interface ServedImages {
  /** Returns the digests of the images that a server may return for this file, including the file's own. */
  servedDigests(fileDigest: string): ReadonlySet<string>
  recordServed(fileDigest: string, servedDigest: string): void
}

/** Access to images, which differs between the tool and the console. */
export interface ImageAccess {
  findServedImages: (folder: string) => ServedImages
  /** Returns the SHA-256 in hex. */
  computeDigest: (bytes: Uint8Array) => string
  /** Downloads an image from the server. Throws `ApiError`. */
  download: (url: string) => Promise<Uint8Array>
}

/** A source of the images that rows name. */
export interface ImageSource {
  /** Reads the image of a row. Throws `UnreadableImageError`. */
  read(path: string, row: Row): Promise<ImageFile>
  /** Returns the digests that are known without reading the image. */
  knownDigests(path: string): readonly string[]
}

/** Creates a comparison of images by content. A file matches its own bytes and the images known to be made of it. */
export function createImageComparison({
  images,
  findServedImages,
  computeDigest,
  download,
  concurrency,
}: ImageAccess & { images: ImageSource; concurrency: number }): CompareImages {
  return async (matches) =>
    new Map(await pMap(matches, async ({ row, remote }) => [row, await compare(row, remote)] as const, { concurrency }))

  async function compare(row: Row, remote: RemoteRecord | undefined): Promise<ImageState> {
    const path = imagePath(row) ?? ''
    const servedImages = findServedImages(row.folder)
    const isServed = images
      .knownDigests(path)
      .some((digest) => remote?.image && containsDigest(remote.image, servedImages.servedDigests(digest)))
    if (isServed) return 'served'
    try {
      return await compareFile(await images.read(path, row), remote?.image, servedImages)
    } catch (error) {
      if (error instanceof UnreadableImageError) return { issue: error.message }
      throw error
    }
  }

  async function compareFile(
    file: ImageFile,
    url: string | undefined,
    servedImages: ServedImages,
  ): Promise<ImageState> {
    if (url === undefined) return { file }
    const digests = servedImages.servedDigests(file.digest)
    if (containsDigest(url, digests)) return 'served'
    try {
      const replacedDigest = computeDigest(await download(url))
      return digests.has(replacedDigest) ? 'served' : { file, replacedDigest }
    } catch (error) {
      // The server lacks the image that it names, so the file is sent again.
      if (isImageError(error) && [undefined, 404, 410].includes(error.status)) return { file }
      throw error
    }
  }
}

/** Returns true if the server responded, but not with this image. */
export function isImageError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'status' || error.kind === 'bad_response')
}

/** Returns true if the URL contains one of these digests, so that no download is needed. */
export function containsDigest(url: string, digests: ReadonlySet<string>): boolean {
  return findDigests(url).some((digest) => digests.has(digest))
}

/** Returns the SHA-256 digests that occur in a URL. */
export function findDigests(url: string): string[] {
  return (url.match(/[0-9a-f]{64}/gi) ?? []).map((digest) => digest.toLowerCase())
}
