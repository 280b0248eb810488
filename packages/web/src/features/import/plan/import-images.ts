import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ApiError } from '@rapport/core/api/api-error.ts'
import {
  type ImageAccess,
  createImageComparison,
  type ServedImages,
} from '@rapport/core/catalogue/plan/compare-images.ts'
import { type CompareImages, imagePath } from '@rapport/core/catalogue/plan/plan.ts'
import { loadImageFile, UnreadableImageError } from '@rapport/core/images/image-kind.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import { imageUrl } from '#data/image-url.ts'
import { imageSizeProblem } from '#ui/images/image-check.ts'

const CONCURRENCY = 4

/** Reads images of the server and remembers their digests until the page is closed. */
export function browserImages(): ImageAccess {
  const servedByFile = new Map<string, Set<string>>()
  const lock: ServedImages = {
    servedDigests: (digest) => servedByFile.get(digest) ?? new Set([digest]),
    recordServed: (digest, servedDigest) =>
      void servedByFile.set(digest, new Set([...lock.servedDigests(digest), servedDigest])),
  }
  // WebCrypto's digests need HTTPS, which a console in a local network may lack.
  return { findServedImages: () => lock, computeDigest: (bytes) => bytesToHex(sha256(bytes)), download }
}

/** Downloads an image. Throws `ApiError` if it cannot be read, such as from another origin; it then counts as different. */
async function download(address: string): Promise<Uint8Array> {
  const url = imageUrl(address)
  const isOwn = url !== undefined && new URL(url).origin === window.location.origin
  if (!isOwn) throw new ApiError('bad_response', 'Images from another origin are not read.')
  const response = await fetch(new Request(url)).catch((cause: unknown) => {
    throw new ApiError('network', 'The image could not be reached.', { cause })
  })
  if (!response.ok) throw new ApiError('status', 'The image could not be read.', { status: response.status })
  return new Uint8Array(await response.arrayBuffer())
}

/**
 * Compares the chosen images, found by file name. A record keeps its image if none was chosen; a new
 * record needs one.
 */
export function compareChosenImages(images: readonly File[], access: ImageAccess): CompareImages {
  const byName = Map.groupBy(images, ({ name }) => imageKey(name))
  const findFiles = (path: string) => byName.get(imageKey(path)) ?? []
  const compare = createImageComparison({
    ...access,
    concurrency: CONCURRENCY,
    images: {
      knownDigests: () => [],
      async read(path) {
        const [file, ...others] = findFiles(path)
        if (!file) throw new UnreadableImageError(`Also choose the image ${imageKey(path)}.`)
        if (others.length > 0)
          throw new UnreadableImageError(`There are ${others.length + 1} images called ${file.name}.`)
        // Checks the size before the file is read into memory.
        const problem = imageSizeProblem(file)
        if (problem !== undefined) throw new UnreadableImageError(`${file.name}: ${problem}`)
        return loadImageFile(
          { path, name: file.name },
          async () => new Uint8Array(await file.arrayBuffer()),
          access.computeDigest,
        )
      },
    },
  })
  return (matches) =>
    compare(matches.filter(({ row, remote }) => !remote?.image || findFiles(imagePath(row) ?? '').length > 0))
}

/** Returns a form of the file name that is the same in all file systems, which differ in letter case and Unicode form. */
export function imageKey(path: string): string {
  return nameKey(path.split(/[/\\]/).at(-1) ?? '')
}
