import { extname, join } from 'node:path'
import type { Drawing, Drawn } from './draw-image.ts'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster } from './raster-image.ts'

// Beside this file in the bundle as well, which has it as an entry of its own.
const SCRIPT = join(import.meta.dirname, `draw-image${extname(import.meta.filename)}`)
const IDLE_MS = 10_000

/**
 * Draws an image in another process: only killing it stops an SVG that draws for hours and gives back the memory of a large
 * image. Throws `ImageRefusal` for an image that cannot be used, and a system error if the process cannot be started.
 */
export async function drawInProcess(drawing: Drawing, timeoutMs: number): Promise<Raster> {
  const { run } = await (pool ??= startPool())
  const signal = AbortSignal.timeout(timeoutMs)
  const drawn = await run(drawing, signal).catch((error: unknown) => {
    if (signal.aborted) throw new ImageRefusal('The image takes too long to draw. Please select a simpler one.')
    if (!isSudden(error)) throw error
    throw new ImageRefusal('The image takes too much memory to draw. Please select a simpler one.')
  })
  if ('refusal' in drawn) throw new ImageRefusal(drawn.refusal, { cause: drawn.cause })
  return drawn
}

let pool: ReturnType<typeof startPool> | undefined

/** Started at the first image, since most starts of the server see none for long. */
async function startPool() {
  const { Tinypool } = await import('tinypool')
  const processes = new Tinypool({
    runtime: 'child_process',
    filename: SCRIPT,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    serialization: 'advanced',
    // In place of the server's own: what npm preloads there, to stop it when npm is gone, would end this process before its
    // first image.
    execArgv: ['--expose-gc'],
    // One arena leaves less memory behind, and large allocations are given back. No other setting of the server is passed.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
  })
  // One that ends while it has nothing to do is started again when there is.
  processes.on('error', () => undefined)
  const run = (drawing: Drawing, signal: AbortSignal): Promise<Drawn> => processes.run(drawing, { signal })
  return { run }
}

function isSudden(error: unknown): boolean {
  return error instanceof Error && error.message === 'Worker exited unexpectedly'
}
