import {
  formatImageLimit,
  MAX_DECODED_BYTES,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
} from '@rapport/core/images/image-kind.ts'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { ImageRefusal } from './image-refusal.ts'

/**
 * The first that is small enough is kept. Few images need the second: adaptive filters make some screenshots larger. Optimised
 * Huffman coding of a JPEG would keep a second copy of the image in memory.
 */
const PNG_ENCODINGS = [true, false].map((adaptiveFiltering) => (image: Sharp) => image.png({ adaptiveFiltering }))
const JPEG_ENCODINGS = [88, 75, 60].map((quality) => (image: Sharp) => image.jpeg({ quality, optimiseCoding: false }))
const PREVIEW_SIDE = 480

const OPTIONS: SharpOptions = { limitInputPixels: false, failOn: 'error', autoOrient: true }

export interface Raster {
  bytes: Buffer
  /** Thumbnail of at most 480 pixels per side; undefined where the image is no larger. */
  preview: Buffer | undefined
}

/**
 * Encodes a PNG or JPEG again, upright, in sRGB and without metadata, so that nothing else in the file survives. The result is
 * no larger than an upload may be: another encoder can turn a hostile 50 kB into 30 MB. Throws `ImageRefusal`.
 */
export async function reencode(bytes: Buffer, mediaType: string): Promise<Raster> {
  try {
    const metadata = await sharp(bytes, OPTIONS).metadata()
    const longestSide = Math.max(metadata.width, metadata.height)
    if (longestSide > MAX_IMAGE_SIDE)
      throw new ImageRefusal(`The image can have at most ${MAX_IMAGE_SIDE} pixels per side.`)
    if (decodedBytes(metadata) > MAX_DECODED_BYTES) throw new ImageRefusal('The image has too many pixels.')
    const encodedImage = await encode(() => sharp(bytes, OPTIONS), mediaType)
    const isSmall = longestSide <= PREVIEW_SIDE
    const thumbnail = () => sharp(encodedImage).resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    return { bytes: encodedImage, preview: isSmall ? undefined : await encode(thumbnail, mediaType) }
  } catch (error) {
    // libvips reports a damaged file as a plain Error.
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    throw new ImageRefusal('The image is damaged. Please select another one.', { cause: error })
  }
}

function decodedBytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  // A progressive JPEG is decoded whole, with two bytes per value.
  const hasTwoByteValues = depth === 'ushort' || (format === 'jpeg' && isProgressive)
  return width * height * channels * (hasTwoByteValues ? 2 : 1)
}

async function encode(picture: () => Sharp, mediaType: string): Promise<Buffer> {
  for (const encodeAs of mediaType === 'image/png' ? PNG_ENCODINGS : JPEG_ENCODINGS) {
    const bytes = await encodeAs(picture()).toBuffer()
    if (bytes.length <= MAX_IMAGE_BYTES) return bytes
  }
  throw new ImageRefusal(`The image would take more than ${formatImageLimit()} here. Please select a smaller one.`)
}

const DRAWN_SIDE = 1024
const SCREEN_DPI = 72

/** Allows any namespace prefix: XML names may contain any character but the excluded ones. */
const IMAGE_ELEMENT = /<[^<> \t\r\n]*(?:image|feImage)\b/i
/** A character reference may hide the scheme. */
const DATA_URI = /data:|&#/i
const ENTITY = /<!ENTITY/i

/** Renders an SVG as a transparent PNG of 1024 pixels on its longer side. Throws `ImageRefusal`. */
export async function renderSvg(svg: Buffer): Promise<Buffer> {
  const text = svg.toString('utf8')
  // sharp's pixel limit does not apply to embedded images.
  if (ENTITY.test(text) || (IMAGE_ELEMENT.test(text) && DATA_URI.test(text))) {
    throw new ImageRefusal('The SVG contains embedded images or entities. Please export it as a PNG.')
  }
  try {
    const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata()
    // Raises the density, so that a small icon is as sharp as a poster.
    const density = Math.max(1, (SCREEN_DPI * DRAWN_SIDE) / Math.max(width, height))
    return await sharp(svg, { density }).resize(DRAWN_SIDE, DRAWN_SIDE, { fit: 'inside' }).png().toBuffer()
  } catch (error) {
    throw new ImageRefusal('The image is damaged. Please select another one.', { cause: error })
  }
}
