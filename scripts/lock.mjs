/** Lets a checkout run one installation or build at a time. Needs only Node >= 20. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const HEARTBEAT_MS = 500
const STALE_MS = 5000

/**
 * Runs `work` while holding the lock file of `folder`. The holder touches the file while it lives; a process id could
 * belong to another process by now.
 */
export async function withLock(folder, work) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  let hasAnnounced = false
  while (!tryLock(file)) {
    if (!hasAnnounced) process.stderr.write('Waiting for another command to finish its installation …\n')
    hasAnnounced = true
    await setTimeout(HEARTBEAT_MS / 2)
  }
  const heartbeat = setInterval(() => existsSync(file) && utimesSync(file, new Date(), new Date()), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}

function tryLock(file) {
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
