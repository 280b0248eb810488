import { createHash } from 'node:crypto'
import { mediaTypeOf, SVG_BYTES } from '@rapport/core/images/image-kind.ts'
import { unprocessable } from '#server/domain/checked-input.ts'
import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ImageIntake, PreparedImage } from '#server/domain/image-processor.ts'
import { mediaExtension } from '#server/domain/media-path.ts'
import { imageQueue } from '#server/domain/heavy-work.ts'
import { ImageRefusal } from './image-refusal.ts'
import { findImage, findPreview } from './images.repo.ts'
import { drawInProcess } from './image-process.ts'
import type { Raster } from './raster-image.ts'

const SVG = 'image/svg+xml'
const SIGNATURE_BYTES = 8
/** An image that takes longer to draw is refused. */
const SVG_MS = 5000
const RASTER_MS = 20_000

export type ImagesService = ReturnType<typeof imagesService>

/** The images of the catalogue, by the name that their content gives them. */
export function imagesService({ db }: Database) {
  async function get(sha256: string, extension: string, isPreview: boolean) {
    const image = await (isPreview ? findPreview : findImage)(db, sha256)
    if (image === undefined || mediaExtension(image.media_type) !== extension) {
      throw new DomainError('not_found', 'There is no such image.')
    }
    return image
  }
  return { get }
}

/** Makes images of uploaded files, one at a time. */
export function imageIntake(): ImageIntake {
  const inQueue = imageQueue()

  async function identify(file: Blob): Promise<Blob> {
    const start = mediaTypeOf(await bytesOf(file.slice(0, SIGNATURE_BYTES)))
    // Only an SVG has to be read whole: another 5 MB for each upload that waits would add up.
    const isRaster = start === 'image/png' || start === 'image/jpeg'
    return new Blob([file], { type: isRaster ? start : mediaTypeOf(await bytesOf(file)) })
  }

  async function prepare(image: Blob, field: string): Promise<PreparedImage> {
    try {
      if (image.type === SVG && image.size > SVG_BYTES) throw tooLarge(field)
      return await inQueue(async () => drawImage(await bytesOf(image), image.type))
    } catch (error) {
      if (!(error instanceof ImageRefusal)) throw error
      // Log the cause for PNG and JPEG, where it may be the server's own trouble. For SVG it would quote the file.
      const cause = image.type === SVG ? undefined : error.cause
      throw unprocessable({ [field]: error.message }, cause)
    }
  }

  return { identify, prepare }
}

/** The image that is stored for a file of this kind. Throws `ImageRefusal`. */
export async function drawImage(
  file: Buffer,
  kind: string,
  mostMs = kind === SVG ? SVG_MS : RASTER_MS,
): Promise<PreparedImage> {
  return preparedImage(kind === SVG ? 'image/png' : kind, await drawInProcess({ file, kind }, mostMs))
}

export function preparedImage(mediaType: string, { bytes, preview }: Raster): PreparedImage {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), mediaType, bytes, preview }
}

function tooLarge(field: string): DomainError {
  const text = 'An SVG image can have at most 512 KiB.'
  return new DomainError('too_large', text, { fields: { [field]: text } })
}

async function bytesOf(blob: Blob): Promise<Buffer> {
  return Buffer.from(await blob.arrayBuffer())
}
