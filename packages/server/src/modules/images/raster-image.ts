import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { ImageRefusal } from './image-refusal.ts'

/** Decoded bytes of an image: 12 million pixels at 16 bits with alpha, 33 million of a usual JPEG. */
const MAX_DECODED_BYTES = 100_000_000
const MAX_SIDE = 8192
/** Three times what may be uploaded: a hostile file of 100 kB can become 100 MB when another encoder writes it. */
const MAX_BYTES = 16 * 1024 * 1024
const PREVIEW_SIDE = 480

const OPTIONS: SharpOptions = { limitInputPixels: false, failOn: 'error', autoOrient: true }

export interface Raster {
  bytes: Buffer
  /** At most 480 pixels a side; undefined where the picture itself is no larger. */
  preview: Buffer | undefined
}

/**
 * Redraws a png or jpeg upright, in sRGB and without metadata: nothing of what else the file may hold stays. Throws
 * `ImageRefusal`.
 */
export async function redraw(bytes: Buffer, mediaType: string): Promise<Raster> {
  try {
    const metadata = await sharp(bytes, OPTIONS).metadata()
    const longest = Math.max(metadata.width, metadata.height)
    if (longest > MAX_SIDE) throw new ImageRefusal(`The image can have at most ${MAX_SIDE} pixels a side.`)
    if (decodedBytes(metadata) > MAX_DECODED_BYTES) throw new ImageRefusal('The image has too many pixels.')
    const drawn = await encode(sharp(bytes, OPTIONS), mediaType)
    if (drawn.length > MAX_BYTES)
      throw new ImageRefusal('The image is too detailed to be stored. Please select a smaller one.')
    const isSmall = longest <= PREVIEW_SIDE
    const small = () => sharp(drawn).resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    return { bytes: drawn, preview: isSmall ? undefined : await encode(small(), mediaType) }
  } catch (error) {
    // Errors of libvips about a file are told apart by their text alone.
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    throw new ImageRefusal('The image is damaged. Please select another one.', { cause: error })
  }
}

function decodedBytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  // A progressive JPEG is held whole, with two bytes for each value.
  const isWide = depth === 'ushort' || (format === 'jpeg' && isProgressive)
  return width * height * channels * (isWide ? 2 : 1)
}

function encode(picture: Sharp, mediaType: string): Promise<Buffer> {
  // Optimised coding would hold the whole picture once more.
  const isPng = mediaType === 'image/png'
  return (isPng ? picture.png() : picture.jpeg({ quality: 88, optimiseCoding: false })).toBuffer()
}
