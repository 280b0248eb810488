import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { ImageRefusal } from './image-refusal.ts'

// Beside this file in the bundle as well, which has it as an entry of its own.
const SCRIPT = join(import.meta.dirname, `draw-svg${extname(import.meta.filename)}`)
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Draws an SVG as a transparent PNG of 1024 pixels on its longer side. In another process, since nothing but its end
 * stops an SVG that draws for hours. Throws `ImageRefusal`.
 */
export function svgToPng(svg: Buffer, mostMs: number): Promise<Buffer> {
  const options = {
    encoding: 'buffer',
    env: {},
    timeout: mostMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
  } as const
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [SCRIPT], options, (error, png) => {
      if (error === null) resolve(png)
      else if (error.killed) reject(new ImageRefusal('The image takes too long to draw. Please select a simpler one.'))
      else reject(new ImageRefusal('The image is damaged. Please select another one.', { cause: error }))
    })
    // What does not read all of it says why by how it ends.
    child.stdin?.on('error', () => undefined).end(svg)
  })
}
