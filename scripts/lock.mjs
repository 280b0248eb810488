/** Allows one installation or build at a time per checkout. Needs only Node >= 20. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const BEAT_MS = 500
const STALE_MS = 5000

/**
 * Runs `work` while holding the lock file of `folder`. The holder touches the file while it lives; a process id could
 * belong to another process by now.
 */
export async function withLock(folder, work) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  let told = false
  while (!take(file)) {
    if (!told) process.stderr.write('Waiting for another command to finish its installation …\n')
    told = true
    await setTimeout(BEAT_MS / 2)
  }
  const beat = setInterval(() => existsSync(file) && utimesSync(file, new Date(), new Date()), BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > STALE_MS) rmSync(file, { force: true })
  return false
}
