import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

// What is done under a lock takes milliseconds: one of this age was left behind by who was killed.
const ABANDONED_MS = 5000
const GIVE_UP_MS = 20_000

/**
 * Does something, without a pause, while no other process does anything under the same lock: a file that only one can
 * make. Not a library: those keep a lock alive across pauses, which takes timers and exit handlers that nobody needs here.
 * @throws Error of the file system, and when the lock is not to be had
 */
export async function underLock<Result>(path: string, work: () => Result): Promise<Result> {
  const owner = `${hostname()} ${process.pid} ${crypto.randomUUID()}`
  const until = performance.now() + GIVE_UP_MS
  while (!isTaken(path, owner)) {
    if (performance.now() > until) throw new Error(`${path} is held by another process`)
    const holder = holderOf(path)
    if (holder?.isGone) breakLock(path, holder.text)
    // Those who wait alike would meet again.
    else await delay(5 + Math.random() * 20)
  }
  try {
    return work()
  } finally {
    if (holderOf(path)?.text === owner) rmSync(path, { force: true })
  }
}

function isTaken(path: string, owner: string): boolean {
  try {
    writeFileSync(path, owner, { flag: 'wx', mode: 0o600 })
    return true
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return false
    throw cause
  }
}

function holderOf(path: string): { text: string; isGone: boolean } | undefined {
  try {
    const { mtimeMs } = statSync(path)
    const text = readFileSync(path, 'utf8')
    const [host, pid] = text.split(' ')
    const isDead = host === hostname() && pid !== undefined && !isRunning(Number(pid))
    return { text, isGone: isDead || Date.now() - mtimeMs > ABANDONED_MS }
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined
    throw cause
  }
}

/** Moved away before it is deleted, so that who finds another's fresh lock in its hands can put it back. */
function breakLock(path: string, text: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') === text) rmSync(aside, { force: true })
    else renameSync(aside, path)
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) throw cause
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return !hasCode(cause, 'ESRCH')
  }
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
