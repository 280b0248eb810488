import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { makePng } from './png-parts.ts'

/** Creates a PNG of 480 × 360 pixels that differs by seed. */
export function samplePng(seed = 1): Blob {
  return new Blob([new Uint8Array(pngOf(seed))], { type: 'image/png' })
}

export function pngOf(seed: number): Buffer {
  const width = 480
  const row = (y: number) => {
    const bytes = Buffer.alloc(1 + width * 3, (seed * 7 + y) % 256)
    bytes.writeUInt8(0)
    bytes.writeUInt32BE(seed, 1)
    return bytes
  }
  return makePng({ width, height: 360, row })
}

export function sampleSvg(seed = 1): Blob {
  return new Blob([svgText(seed)], { type: 'image/svg+xml' })
}

/** Creates an SVG of 120 × 90 that differs by seed. */
export function svgText(seed = 1): string {
  const circle = `<circle cx="${seed % 120}" cy="45" r="40" fill="#6c44b6"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90" viewBox="0 0 120 90">${circle}</svg>\n`
}

/** Creates a square PNG that does not compress: about three bytes per pixel. */
export async function noisePng(side: number): Promise<Blob> {
  const raw = { width: side, height: side, channels: 3 } as const
  const bytes = await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}
