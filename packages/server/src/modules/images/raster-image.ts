import type { Sharp, SharpConstructor, SharpOptions } from 'sharp'
import { ImageRefusal } from './image-refusal.ts'

const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 8192
/** Three times what may be uploaded: a hostile file of 100 kB can become 100 MB when another encoder writes it. */
const MOST_BYTES = 16 * 1024 * 1024
const PREVIEW_SIDE = 480
const SECONDS = 20

const OPTIONS: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient: true }

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
  const sharp = await load()
  try {
    const { autoOrient } = await sharp(bytes, OPTIONS).metadata()
    const longest = Math.max(autoOrient.width, autoOrient.height)
    if (longest > LONGEST_SIDE) throw new ImageRefusal(`The image can have at most ${LONGEST_SIDE} pixels a side.`)
    const drawn = await encode(sharp(bytes, OPTIONS), mediaType)
    if (drawn.length > MOST_BYTES)
      throw new ImageRefusal('The image is too detailed to be stored. Please select a smaller one.')
    const isSmall = longest <= PREVIEW_SIDE
    const small = () => sharp(drawn).resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    return { bytes: drawn, preview: isSmall ? undefined : await encode(small(), mediaType) }
  } catch (error) {
    // What libvips says of a file is a plain error with no other sign than its text.
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    if (/pixel limit/i.test(error.message)) {
      throw new ImageRefusal('The image has too many pixels.', { cause: error })
    }
    throw new ImageRefusal('The image is damaged. Please select another one.', { cause: error })
  }
}

function encode(picture: Sharp, mediaType: string): Promise<Buffer> {
  const isPng = mediaType === 'image/png'
  return (isPng ? picture.png() : picture.jpeg({ quality: 88 })).timeout({ seconds: SECONDS }).toBuffer()
}

let loaded: Promise<SharpConstructor> | undefined

/** At the first image, since most starts of the server see none for long; able to read nothing but png and jpeg. */
function load(): Promise<SharpConstructor> {
  return (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    // As many pictures at once as there are processors, each on one.
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
    return sharp
  }))
}
