import { setPriority } from 'node:os'
import sharp from 'sharp'
import { ImageRefusal } from './image-refusal.ts'
import { type Raster, reencode, renderSvg } from './raster-image.ts'

// Runs in a child process, which `image-worker-pool.ts` starts and ends.

/** More than any accepted image takes; a hostile SVG could take all memory. */
const MAX_MEMORY = 300 * 1024 * 1024
const NICENESS = 10

export interface ImageTask {
  file: Uint8Array
  mediaType: string
}

export type ImageResult = Raster | { refusal: string; cause: string | undefined }

setPriority(NICENESS)
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] })

// The threads of libvips continue even if the server ends or memory runs out, so only SIGKILL ends them.
const killSelf = () => process.kill(process.pid, 'SIGKILL')
process.once('disconnect', killSelf)
setInterval(() => process.memoryUsage.rss() > MAX_MEMORY && killSelf(), 10).unref()

export default async function runTask({ file, mediaType }: ImageTask): Promise<ImageResult> {
  // Collects the garbage of earlier images, which must not count against this one.
  if (process.memoryUsage.rss() > MAX_MEMORY / 2) gc?.()
  try {
    const bytes = Buffer.from(file)
    return mediaType === 'image/svg+xml'
      ? await reencode(await renderSvg(bytes), 'image/png')
      : await reencode(bytes, mediaType)
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error
    return { refusal: error.message, cause: error.cause instanceof Error ? error.cause.message : undefined }
  }
}
