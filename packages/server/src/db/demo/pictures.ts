import { seededRandom } from './random.ts'

const WIDTH = 480
const HEIGHT = 360
const COLUMNS = 4
const ROWS = 3

/** Pairs of colours that go together; the first is the brand's. */
const PALETTES = [
  ['#6c44b6', '#ecb0cb'],
  ['#26628a', '#a4dbd0'],
  ['#b5524a', '#fad6a5'],
  ['#3a6e54', '#dde29e'],
  ['#54427a', '#98bcec'],
  ['#9e4670', '#f7c7b0'],
  ['#2e5470', '#f0c88c'],
  ['#605496', '#c6e2d6'],
] as const

/** Draws an abstract PNG of blended colours. The same seed gives the same picture. */
export async function drawPng(seed: number): Promise<Buffer> {
  // Loaded on demand, since most starts draw nothing.
  const { default: sharp } = await import('sharp')
  const random = seededRandom(seed)
  const palette = (PALETTES[seed % PALETTES.length] ?? PALETTES[0]).map((colour) => Buffer.from(colour.slice(1), 'hex'))
  const [from = Buffer.alloc(3), to = from] = palette
  const colours = Array.from({ length: COLUMNS * ROWS }, () => {
    const weight = random.next()
    return [...from].map((channel, index) => Math.round(channel + ((to[index] ?? channel) - channel) * weight))
  })
  return sharp(Buffer.from(colours.flat()), { raw: { width: COLUMNS, height: ROWS, channels: 3 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer()
}
