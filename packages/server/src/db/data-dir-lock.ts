import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { UnusableDatabase } from './client.ts'

/** Another process has the data folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

/**
 * Takes the data folder for this process until it ends; throws `DataDirInUse`, which names who has it, or
 * `UnusableDatabase`. The lock is the operating system's, on an empty SQLite file: it goes with the process, however
 * that ends. The process id stands in a file beside it, since opening and closing the locked file itself would release
 * the lock (POSIX).
 */
export function lockDataDir(dataDir: string): { release: () => void } {
  const pidFile = join(dataDir, 'server.pid')
  const lock = openLock(dataDir)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    const pid = readFileSync(pidFile, 'utf8').trim()
    throw new DataDirInUse(`The data folder ${dataDir} is in use by process ${pid}.`)
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function openLock(dataDir: string): Sqlite.Database {
  try {
    return new Sqlite(join(dataDir, 'server.lock'), { timeout: 0 })
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new UnusableDatabase(`The data folder ${dataDir} cannot be used: ${error.message}.`, { cause: error })
  }
}
