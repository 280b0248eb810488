import { crc32, deflateSync } from 'node:zlib'
import { type Random, seededRandom } from './random.ts'

type Colour = readonly [red: number, green: number, blue: number]

interface Circle {
  x: number
  y: number
  radius: number
  colour: Colour
}

const WIDTH = 480
const HEIGHT = 360
const SOFTNESS = 0.35
const OPACITY = 0.55

/** Two that go together for each; the first is the brand's. */
const PALETTES: readonly [readonly [Colour, Colour], ...(readonly [Colour, Colour])[]] = [
  [
    [108, 68, 182],
    [236, 176, 203],
  ],
  [
    [38, 98, 138],
    [164, 219, 208],
  ],
  [
    [181, 82, 74],
    [250, 214, 165],
  ],
  [
    [58, 110, 84],
    [221, 226, 158],
  ],
  [
    [84, 66, 122],
    [152, 190, 236],
  ],
  [
    [158, 70, 112],
    [247, 199, 176],
  ],
  [
    [46, 84, 112],
    [240, 200, 140],
  ],
  [
    [96, 84, 150],
    [198, 226, 214],
  ],
]

/** An abstract picture, the same at each call with the same seed. */
export function drawPng(seed: number): Buffer {
  const { from, to, circles } = compose(seed)
  const stride = 1 + WIDTH * 3
  const rows = Buffer.alloc(HEIGHT * stride)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const pixel = y * stride + 1 + x * 3
      const share = (x / WIDTH + y / HEIGHT) / 2
      for (let part = 0; part < 3; part += 1) rows[pixel + part] = blend(from[part] ?? 0, to[part] ?? 0, share)
    }
  }
  for (const disc of circles) paintDisc(rows, stride, disc)
  return encodePng(rows)
}

function paintDisc(rows: Buffer, stride: number, { x: centreX, y: centreY, radius, colour }: Circle): void {
  for (let y = Math.max(0, centreY - radius); y < Math.min(HEIGHT, centreY + radius); y += 1) {
    for (let x = Math.max(0, centreX - radius); x < Math.min(WIDTH, centreX + radius); x += 1) {
      const depth = 1 - Math.hypot(x - centreX, y - centreY) / radius
      if (depth <= 0) continue
      const pixel = y * stride + 1 + x * 3
      const share = Math.min(OPACITY, depth / SOFTNESS)
      for (let part = 0; part < 3; part += 1) {
        rows[pixel + part] = blend(rows[pixel + part] ?? 0, colour[part] ?? 0, share)
      }
    }
  }
}

function compose(seed: number) {
  const random = seededRandom(seed)
  const [from, to] = PALETTES[seed % PALETTES.length] ?? PALETTES[0]
  return { from, to, circles: Array.from({ length: 4 }, (_, index) => circle(random, index % 2 === 0 ? to : from)) }
}

function circle(random: Random, colour: Colour): Circle {
  return {
    x: random.integer(0, WIDTH),
    y: random.integer(0, HEIGHT),
    radius: random.integer(60, 170),
    colour: mix(colour, [255, 255, 255], random.next() * 0.4),
  }
}

function mix(one: Colour, other: Colour, share: number): Colour {
  return [blend(one[0], other[0], share), blend(one[1], other[1], share), blend(one[2], other[2], share)]
}

function blend(one: number, other: number, share: number): number {
  return Math.round(one + (other - one) * share)
}

/** PNG of 8-bit RGB rows, each after its filter byte (W3C PNG, sections 5 and 11). */
function encodePng(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
