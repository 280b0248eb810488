import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/domain/operator-error.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { lockDataDir } from './data-dir-lock.ts'

/** Takes the lock without writing the process id. */
function lockWithoutPid(dir: string): Sqlite.Database {
  const lock = new Sqlite(join(dir, 'server.lock'))
  lock.exec('begin exclusive')
  return lock
}

it('refuses a locked folder, and names the process id of its holder', () => {
  const dir = temporaryFolder()
  const { release } = lockDataDir(dir)
  expect(() => lockDataDir(dir)).toThrow(OperatorError)
  expect(() => lockDataDir(dir)).toThrow(`in use by process ${process.pid}.`)
  release()
})

it('refuses a locked folder before its holder has written a process id', () => {
  const dir = temporaryFolder()
  using lock = { held: lockWithoutPid(dir), [Symbol.dispose]: () => lock.held.close() }
  expect(() => lockDataDir(dir)).toThrow(`The data folder ${dir} is in use by another process. Stop the`)
})

it('removes the process id when the lock is released', () => {
  const dir = temporaryFolder()
  lockDataDir(dir).release()
  expect(existsSync(join(dir, 'server.pid'))).toBe(false)
  lockDataDir(dir).release()
})
