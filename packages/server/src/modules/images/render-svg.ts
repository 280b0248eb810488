import sharp from 'sharp'
import { ImageRefusal } from './image-refusal.ts'

const MAX_SIDE = 1024
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
    const density = Math.max(1, (SCREEN_DPI * MAX_SIDE) / Math.max(width, height))
    return await sharp(svg, { density }).resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }).png().toBuffer()
  } catch (error) {
    throw new ImageRefusal('The image is damaged. Please select another one.', { cause: error })
  }
}
