import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Creates a chunk with its length and checksum (W3C PNG, section 5.3). */
export function pngChunk(type: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

interface PngOptions {
  width: number
  height: number
  bitDepth?: number
  colourType?: number
  interlaced?: boolean
  /** The palette of colour type 3; two colours by default. */
  palette?: Buffer
  /** Returns a row with its filter byte; zeros by default. */
  row?: (y: number) => Buffer
  /** Chunks before the image data. */
  chunks?: readonly Buffer[]
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Creates a PNG of any kind, including those that no encoder writes. */
export function makePng({ width, height, bitDepth = 8, colourType = 2, row, ...options }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitDepth
  header[9] = colourType
  header[12] = options.interlaced ? 1 : 0
  const rowBytes = 1 + Math.ceil((width * (CHANNELS[colourType] ?? 1) * bitDepth) / 8)
  // An interlaced image has more rows; extra ones are not read.
  const rows = options.interlaced
    ? [Buffer.alloc(2 * height * rowBytes + 64)]
    : Array.from({ length: height }, (_, y) => row?.(y) ?? Buffer.alloc(rowBytes))
  const palette = colourType === 3 ? [options.palette ?? pngChunk('PLTE', Buffer.from([10, 20, 30, 200, 100, 50]))] : []
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...palette,
    ...(options.chunks ?? []),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND'),
  ])
}

export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const endOfHeader = SIGNATURE.length + 25
  return Buffer.concat([png.subarray(0, endOfHeader), ...chunks, png.subarray(endOfHeader)])
}

export function withValidChecksums(png: Buffer): Buffer {
  const copy = Buffer.from(png)
  if (!copy.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return copy
  for (let offset = SIGNATURE.length; offset + 12 <= copy.length;) {
    const end = offset + 8 + copy.readUInt32BE(offset)
    if (end + 4 > copy.length) return copy
    copy.writeUInt32BE(crc32(copy.subarray(offset + 4, end)), end)
    offset = end + 4
  }
  return copy
}
