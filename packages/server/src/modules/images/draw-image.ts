import { setPriority } from 'node:os'
import sharp from 'sharp'
import { drawSvg } from './draw-svg.ts'
import { ImageRefusal } from './image-refusal.ts'
import { type Raster, redraw } from './raster-image.ts'

// Runs in a child process, which `image-process.ts` starts and ends.

/** More than any accepted image takes; a hostile SVG could take all memory. */
const MAX_MEMORY = 300 * 1024 * 1024
const NICE = 10

export interface Drawing {
  file: Uint8Array
  mediaType: string
}

export type Drawn = Raster | { refusal: string; cause: string | undefined }

setPriority(NICE)
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] })

// The threads of libvips continue whatever happens to the server or the memory, so only SIGKILL ends them.
const end = () => process.kill(process.pid, 'SIGKILL')
process.once('disconnect', end)
setInterval(() => process.memoryUsage.rss() > MAX_MEMORY && end(), 10).unref()

export default async function draw({ file, mediaType }: Drawing): Promise<Drawn> {
  // Collect garbage of earlier images, which must not count against this one.
  if (process.memoryUsage.rss() > MAX_MEMORY / 2) gc?.()
  try {
    const bytes = Buffer.from(file)
    return mediaType === 'image/svg+xml'
      ? await redraw(await drawSvg(bytes), 'image/png')
      : await redraw(bytes, mediaType)
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error
    return { refusal: error.message, cause: error.cause instanceof Error ? error.cause.message : undefined }
  }
}
