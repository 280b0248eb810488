import { createHash } from 'node:crypto'
import { detectMediaType, formatImageLimit, imageLimit } from '@rapport/core/images/image-kind.ts'
import pLimit from 'p-limit'
import type { Db } from '#server/db/client.ts'
import { fieldError } from '#server/domain/domain-error.ts'
import type { ImageProcessor, PreparedImage } from '#server/domain/image-processor.ts'
import { unprocessableError } from '#server/domain/parse-input.ts'
import { ImageRefusal } from './image-refusal.ts'
import { runImageWorker } from './image-worker-pool.ts'
import { sumImageBytes } from './images.repo.ts'
import type { Raster } from './raster-image.ts'

const SVG = 'image/svg+xml'
const SIGNATURE_BYTES = 8
/** Time limits for processing an image; a slower one is refused. */
const SVG_TIMEOUT_MS = 5000
const RASTER_TIMEOUT_MS = 20_000

/** Decoding a large image takes 100 MB. The server takes few forms at once, so few wait. */
const MAX_CONCURRENT = 1

/** The largest PNG that an SVG may become. Few bytes can describe noise, which does not compress. */
const MAX_DRAWN_MIB = 1
const MIB = 1024 * 1024

interface ImageProcessorDeps {
  db: Db
  /** MiB that all images may take; without limit if omitted. */
  quotaMib?: number | undefined
}

/** Creates a processor of uploaded files, which takes one at a time. */
export function createImageProcessor({ db, quotaMib = Number.POSITIVE_INFINITY }: ImageProcessorDeps): ImageProcessor {
  const enqueue = pLimit(MAX_CONCURRENT)

  async function identify(file: Blob): Promise<Blob> {
    const detectedType = detectMediaType(await readBytes(file.slice(0, SIGNATURE_BYTES)))
    // Only an SVG has to be read whole; reading every waiting upload would take 5 MB each.
    const isRaster = detectedType === 'image/png' || detectedType === 'image/jpeg'
    return new Blob([file], { type: isRaster ? detectedType : detectMediaType(await readBytes(file)) })
  }

  async function prepare(image: Blob, field: string): Promise<PreparedImage> {
    try {
      if (image.type === SVG && image.size > imageLimit(SVG))
        throw fieldError('too_large', field, `An SVG image can be at most ${formatImageLimit(SVG)}.`)
      return await enqueue(async () => {
        const prepared = await processImage(await readBytes(image), image.type)
        if (image.type === SVG && prepared.bytes.length > MAX_DRAWN_MIB * MIB)
          throw new ImageRefusal(`The SVG would take more than ${MAX_DRAWN_MIB} MiB as a PNG. Please simplify it.`)
        await assertWithinQuota(prepared)
        return prepared
      })
    } catch (error) {
      if (!(error instanceof ImageRefusal)) throw error
      // For PNG and JPEG the cause may be a fault of the server. For SVG it would quote the file.
      const cause = image.type === SVG ? undefined : error.cause
      throw unprocessableError({ [field]: error.message }, cause)
    }
  }

  async function assertWithinQuota({ bytes, preview }: PreparedImage): Promise<void> {
    const newBytes = bytes.length + (preview?.length ?? 0)
    if (quotaMib === Number.POSITIVE_INFINITY || (await sumImageBytes(db)) + newBytes <= quotaMib * MIB) return
    throw new ImageRefusal(
      `All images together can take ${quotaMib} MiB, which is used up. Please delete some for good, or ask the operator of your Rapport server for more.`,
    )
  }

  return { identify, prepare, waiting: () => enqueue.pendingCount }
}

/** Converts a file to the image to store. Throws `ImageRefusal`. */
export async function processImage(
  file: Buffer,
  mediaType: string,
  timeoutMs = mediaType === SVG ? SVG_TIMEOUT_MS : RASTER_TIMEOUT_MS,
): Promise<PreparedImage> {
  const raster = await runImageWorker({ file, mediaType }, timeoutMs)
  return toPreparedImage(mediaType === SVG ? 'image/png' : mediaType, raster)
}

export function toPreparedImage(mediaType: string, { bytes, preview }: Raster): PreparedImage {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), mediaType, bytes, preview }
}

async function readBytes(blob: Blob): Promise<Buffer> {
  return Buffer.from(await blob.arrayBuffer())
}
