import { extname, join } from 'node:path'
import { ImageRefusal } from './image-refusal.ts'
import type { ImageTask, ImageResult } from './image-worker.ts'
import type { Raster } from './raster-image.ts'

// The script is also an entry of the bundle, so it is next to this file there too.
const SCRIPT = join(import.meta.dirname, `image-worker${extname(import.meta.filename)}`)
const IDLE_MS = 10_000

/**
 * Processes an image in a child process: only killing it stops an SVG that would render for hours and frees the memory of a
 * large image. Throws `ImageRefusal` for an unusable image, or a system error if the process cannot start.
 */
export async function runImageWorker(task: ImageTask, timeoutMs: number): Promise<Raster> {
  const { run } = await (pool ??= startPool())
  const signal = AbortSignal.timeout(timeoutMs)
  const result = await run(task, signal).catch((error: unknown) => {
    if (signal.aborted) throw new ImageRefusal('The image takes too long to process. Please select a simpler one.')
    if (!isWorkerKilled(error)) throw error
    throw new ImageRefusal('The image takes too much memory to process. Please select a simpler one.')
  })
  if ('refusal' in result) throw new ImageRefusal(result.refusal, { cause: result.cause })
  return result
}

let pool: ReturnType<typeof startPool> | undefined

/** Starts the pool on demand, since a server may run long before its first upload. */
async function startPool() {
  const { Tinypool } = await import('tinypool')
  const processes = new Tinypool({
    runtime: 'child_process',
    filename: SCRIPT,
    minThreads: 0,
    // Child processes: one for an upload, one for the conversion of stored SVGs.
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    serialization: 'advanced',
    // Replaces the server's own arguments: npm's preloaded watchdog would end this process before its first image.
    execArgv: ['--expose-gc'],
    // A single arena leaves less memory behind, and large allocations are returned. No other variable is passed.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
  })
  // Tinypool restarts a process that ends while idle.
  processes.on('error', () => undefined)
  const run = (task: ImageTask, signal: AbortSignal): Promise<ImageResult> => processes.run(task, { signal })
  return { run }
}

function isWorkerKilled(error: unknown): boolean {
  return error instanceof Error && error.message === 'Worker exited unexpectedly'
}
