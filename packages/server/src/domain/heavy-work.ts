import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'
import { boundedQueue } from './bounded-queue.ts'

// Limits for CPU-heavy work: leave one core and one libuv thread free. Passwords and images have a queue each, so that no
// sign-in waits for an image.
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const HASHES_WAITING = 32
/** A large image takes 100 MB while it is drawn. */
const IMAGES_AT_ONCE = 1
const IMAGES_WAITING = 8

export function hashQueue() {
  return boundedQueue(HASHES_AT_ONCE, HASHES_WAITING, 'Too many people are signing in. Please try again in a moment.')
}

export function imageQueue() {
  return boundedQueue(IMAGES_AT_ONCE, IMAGES_WAITING, 'Too many images are being uploaded. Please try again soon.')
}

const NICE = 10
const THREADS = '/proc/self/task'

/**
 * Lets the threads that hash passwords yield to the one that answers, however busy the machine is. Only on Linux does a
 * thread have a priority of its own. Node starts all of these threads with the first of their work, such as reading a folder.
 */
export async function lowerHashPriority(): Promise<void> {
  if (process.platform !== 'linux') return
  for (const id of await readdir(THREADS)) {
    const name = await readFile(`${THREADS}/${id}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'libuv-worker') setPriority(Number(id), NICE)
  }
}
