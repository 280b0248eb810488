import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

// A process of its own, which `svg-to-png.ts` ends after a time: reads an SVG, writes a PNG.
const SIDE = 1024
const SCREEN_DPI = 72

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

// By itself too, should the server have ended before it: libvips draws on in a thread of its own.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(process.argv[2]) + 1000).unref()

const svg = await buffer(process.stdin)
const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata()
// An SVG is drawn at any size: a small icon is to be as sharp as a poster.
const density = Math.max(1, (SCREEN_DPI * SIDE) / Math.max(width, height))
const png = await sharp(svg, { density }).resize(SIDE, SIDE, { fit: 'inside' }).png().toBuffer()
process.stdout.write(png)
