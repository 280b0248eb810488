import { makePng } from '@rapport/server/png'

interface PngOptions {
  width?: number
  height?: number
  /** Varies the picture. */
  seed?: number
  /** The file is padded to this size. */
  bytes?: number
}

/** A valid PNG of one colour. */
export function pngFile(name: string, { width = 8, height = 8, seed = 1, bytes = 0 }: PngOptions = {}): File {
  // 8 bits per channel, greyscale; each row begins with its filter.
  const row = Buffer.alloc(width + 1, seed).fill(0, 0, 1)
  const png = makePng({ width, height, colourType: 0, row: () => row })
  const padding = new Uint8Array(Math.max(0, bytes - png.length))
  return new File([new Uint8Array(png), padding], name, { type: 'image/png' })
}

/** A JPEG header with these dimensions, enough for a browser; servers refuse it. */
export function jpegFile(name: string, width: number, height: number): File {
  const head = new DataView(new ArrayBuffer(30))
  const words = [0xffd8, 0xffe0, 0x0010, 0x4a46, 0x4946, 0x0001, 0x0100, 0x0001, 0x0001, 0x0000]
  words.forEach((word, index) => head.setUint16(index * 2, word))
  // The frame: its length, 8 bits a sample, then height and width.
  head.setUint16(20, 0xffc2)
  head.setUint16(22, 8)
  head.setUint8(24, 8)
  head.setUint16(25, height)
  head.setUint16(27, width)
  return new File([head], name, { type: 'image/jpeg' })
}

export function gifFile(name: string, type = 'image/gif'): File {
  return new File(['GIF89a\u0001\u0000\u0001\u0000'], name, { type })
}

export function svgFile(name: string, bytes: number): File {
  return new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(bytes)], name, { type: 'image/svg+xml' })
}
