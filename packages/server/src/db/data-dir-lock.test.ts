import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rapport-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** The lock, before its holder has written its process id. */
function lockWithoutPid(): Sqlite.Database {
  const lock = new Sqlite(join(dir, 'server.lock'))
  lock.exec('begin exclusive')
  return lock
}

it('is refused with the process id of its holder', () => {
  const { release } = lockDataDir(dir)
  expect(() => lockDataDir(dir)).toThrow(DataDirInUse)
  expect(() => lockDataDir(dir)).toThrow(`in use by process ${process.pid}.`)
  release()
})

it('is refused with words while the process id of its holder is not written yet', () => {
  using lock = { held: lockWithoutPid(), [Symbol.dispose]: () => lock.held.close() }
  expect(() => lockDataDir(dir)).toThrow(`The data folder ${dir} is in use by another process.`)
})

it('leaves no process id behind when it is released', () => {
  lockDataDir(dir).release()
  expect(existsSync(join(dir, 'server.pid'))).toBe(false)
  lockDataDir(dir).release()
})
