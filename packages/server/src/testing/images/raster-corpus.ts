import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { makePng, pngChunk, withChunks } from './png-parts.ts'
import { pngOf } from './sample-images.ts'
import type { UploadCase } from './upload-case.ts'

const MIB = 1024 * 1024
const HTML = '<!doctype html><script>alert(1)</script>'

const png = pngOf(3)
const small = makePng({ width: 20, height: 10 })

const both = (name: string, bytes: Buffer): UploadCase => ({ name, bytes, acceptedFor: ['category', 'position'] })
const neither = (name: string, bytes: Buffer): UploadCase => ({ name, bytes, acceptedFor: [] })
const zipZeros = (bytes: number) => deflateSync(Buffer.alloc(bytes))
const keyword = (...data: Buffer[]) => Buffer.concat([Buffer.from('x\0\0', 'latin1'), ...data])

/** Returns valid, unusual and broken raster images. */
export async function rasterCases(): Promise<UploadCase[]> {
  return [...pngs(), ...pngsWithMetadata(), ...brokenPngs(), ...(await jpegs())]
}

function pngs(): UploadCase[] {
  const depths: [number, number[]][] = [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ]
  const kinds = depths.flatMap(([colourType, bitDepths]) => bitDepths.map((bitDepth) => ({ colourType, bitDepth })))
  return [
    both('a png', png),
    ...kinds.flatMap(({ colourType, bitDepth }) =>
      [false, true].map((interlaced) =>
        both(
          `a png of type ${colourType} with ${bitDepth} bits${interlaced ? ', interlaced' : ''}`,
          makePng({ width: 20, height: 10, colourType, bitDepth, interlaced }),
        ),
      ),
    ),
    both('a png of one pixel', makePng({ width: 1, height: 1 })),
    both('a png of one column', makePng({ width: 1, height: 8192 })),
    both('a png of one row', makePng({ width: 8192, height: 1 })),
    both('a png of 40 million equal pixels', makePng({ width: 8000, height: 5000, colourType: 0, bitDepth: 1 })),
  ]
}

/** Returns PNGs with metadata, which must be dropped without doing harm. */
function pngsWithMetadata(): UploadCase[] {
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(20, 4)
  frame.writeUInt32BE(10, 8)
  const texts = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'prVt']
  return [
    both('a png with HTML behind it', Buffer.concat([png, Buffer.from(HTML)])),
    both('a png with a second png behind it', Buffer.concat([png, png])),
    ...texts.map((type) => both(`a png with HTML in its ${type}`, withChunks(small, pngChunk(type, `x\0${HTML}`)))),
    both('a png with MIBs of text', withChunks(small, pngChunk('tEXt', keyword(Buffer.alloc(4 * MIB, 'x'))))),
    both(
      'a png with a text that unpacks to 300 MB',
      withChunks(small, pngChunk('zTXt', keyword(zipZeros(300_000_000)))),
    ),
    both(
      'a png with a colour profile that unpacks to 300 MB',
      withChunks(small, pngChunk('iCCP', keyword(zipZeros(300_000_000)))),
    ),
    both('a png with a colour profile that is none', withChunks(small, pngChunk('iCCP', keyword(deflateSync(HTML))))),
    both(
      'a png that moves',
      Buffer.concat([
        withChunks(small, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), pngChunk('fcTL', frame)).subarray(
          0,
          -12,
        ),
        pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), zipZeros(610)])),
        pngChunk('IEND'),
      ]),
    ),
  ]
}

function brokenPngs(): UploadCase[] {
  const cuts = [8, 16, 29, 33, 41, 100, Math.floor(png.length / 2), png.length - 100]
  const sizes = [
    [50_000, 50_000],
    [8193, 1],
    [1, 8193],
    [8192, 8192],
    [0, 10],
    [0xffffffff, 0xffffffff],
  ]
  return [
    ...cuts.map((length) => neither(`a png cut at ${length} bytes`, png.subarray(0, length))),
    ...sizes.map(([width = 0, height = 0]) => neither(`a png that says ${width} × ${height}`, withSize(width, height))),
    neither('a png with a broken checksum', Buffer.from(png).fill(0, 30, 31)),
    neither('a png without data', Buffer.concat([png.subarray(0, 33), pngChunk('IEND')])),
    neither('a png of colours without its palette', makePng({ width: 9, height: 9, colourType: 2 }).fill(3, 25, 26)),
    neither('a png with HTML instead of chunks', Buffer.concat([png.subarray(0, 8), Buffer.from(HTML)])),
    both('a png that grows a thousandfold when it is encoded without filters', growingPng()),
  ]
}

/** Creates a PNG that compresses well only with one filter, and grows a lot without. */
function growingPng(): Buffer {
  const [width, height] = [2500, 2300]
  const random = pseudoRandomBytes(width * 3)
  const first = Buffer.concat([Buffer.from([0]), random])
  const others = Buffer.concat([Buffer.from([2]), Buffer.alloc(width * 3, 7)])
  return makePng({ width, height, row: (y) => (y === 0 ? first : others) })
}

/** Returns random bytes, the same at every run. */
function pseudoRandomBytes(length: number): Buffer {
  let state = 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state >> 16
    }),
  )
}

async function jpegs(): Promise<UploadCase[]> {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#6c44b6' } })
  const jpeg = await picture.clone().jpeg().toBuffer()
  const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer()
  const start = jpeg.subarray(0, 2)
  const rest = jpeg.subarray(2)
  const withSegment = (marker: number, ...data: (Buffer | string)[]) => {
    const body = Buffer.concat(data.map((part) => Buffer.from(part)))
    const length = Buffer.alloc(2)
    length.writeUInt16BE(body.length + 2)
    return Buffer.concat([start, Buffer.from([0xff, marker]), length, body, rest])
  }
  const lastScan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const withDimensions = (height: number, width: number) => {
    const copy = Buffer.from(jpeg)
    copy.writeUInt16BE(height, frame + 5)
    copy.writeUInt16BE(width, frame + 7)
    return copy
  }
  return [
    both('a jpeg', jpeg),
    both('a progressive jpeg', progressive),
    both('a grey jpeg', await picture.clone().greyscale().toColourspace('b-w').jpeg().toBuffer()),
    both('a jpeg for print (CMYK)', await picture.clone().toColourspace('cmyk').jpeg().toBuffer()),
    both('a jpeg on its side', await picture.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()),
    both('a jpeg with HTML as a comment', withSegment(0xfe, HTML)),
    both('a jpeg with HTML for EXIF', withSegment(0xe1, 'Exif\0\0', HTML)),
    both(
      'a jpeg with an EXIF that points at itself',
      withSegment(0xe1, Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0', 'latin1')),
    ),
    both(
      'a jpeg with an entity bomb for XMP',
      withSegment(
        0xe1,
        'http://ns.adobe.com/xap/1.0/\0',
        '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><x>&c;</x>',
      ),
    ),
    both('a jpeg with a colour profile that is none', withSegment(0xe2, 'ICC_PROFILE\0\x01\x01', HTML)),
    both('a jpeg with HTML behind it', Buffer.concat([jpeg, Buffer.from(HTML)])),
    both('a jpeg with MIBs of nothing behind it', Buffer.concat([jpeg, Buffer.alloc(4 * MIB)])),
    neither(
      'a jpeg of a thousand more scans',
      Buffer.concat([
        progressive.subarray(0, -2),
        ...Array.from({ length: 1000 }, () => lastScan),
        progressive.subarray(-2),
      ]),
    ),
    ...[2, 4, 100, 200, jpeg.length - 1].map((length) =>
      neither(`a jpeg cut at ${length} bytes`, jpeg.subarray(0, length)),
    ),
    neither('a jpeg that says 65535 × 65535', withDimensions(65_535, 65_535)),
    neither('a jpeg that says 8193 × 1', withDimensions(8193, 1)),
    neither('a jpeg that says 40 × 0', withDimensions(40, 0)),
    neither('a jpeg that is HTML', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(HTML)])),
    neither('a jpeg without loss', Buffer.from(jpeg).fill(0xc3, frame + 1, frame + 2)),
    neither('a jpeg of 12 bits', Buffer.from(jpeg).fill(12, frame + 4, frame + 5)),
  ]
}

/** Changes the size in the header (W3C PNG, section 11.2.1) and corrects its checksum. */
function withSize(width: number, height: number): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}
