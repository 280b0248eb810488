import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { ImageRefusal } from './image-refusal.ts'

// Beside this file in the bundle as well, which has it as an entry of its own.
const SCRIPT = join(import.meta.dirname, `draw-svg${extname(import.meta.filename)}`)
const MOST_BYTES = 16 * 1024 * 1024

const PICTURE = /<(?:[\w-]+:)?(?:image|feImage)\b/i
/** Also written as a character reference. */
const DATA_URI = /data:|&#/i
const ENTITY = /<!ENTITY/i

/**
 * Draws an SVG as a transparent PNG of 1024 pixels on its longer side. In another process, since nothing but its end
 * stops an SVG that draws for hours. Throws `ImageRefusal` for what is wrong with the image, and an error of the system
 * where the process could not be started.
 */
export async function svgToPng(svg: Buffer, mostMs: number): Promise<Buffer> {
  const text = svg.toString('utf8')
  // No limit holds the pixels of what it brings along.
  if (ENTITY.test(text) || (PICTURE.test(text) && DATA_URI.test(text))) {
    throw new ImageRefusal('The SVG has pictures or entities inside it. Please export it as a PNG.')
  }
  const options = {
    encoding: 'buffer',
    env: {},
    timeout: mostMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
  } as const
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [SCRIPT, String(mostMs)], options, (error, png) => {
      if (error === null) resolve(png)
      else if (couldNotStart(error)) reject(error)
      else if (error.killed) reject(new ImageRefusal('The image takes too long to draw. Please select a simpler one.'))
      else reject(new ImageRefusal('The image is damaged. Please select another one.', { cause: error }))
    })
    // What does not read all of it says why by how it ends.
    child.stdin?.on('error', () => undefined).end(svg)
  })
}

/** Too many processes, or no program: the image is not to blame. */
function couldNotStart({ code }: { code?: unknown }): boolean {
  return typeof code === 'string' && code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
}
