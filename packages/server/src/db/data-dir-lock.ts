import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { OperatorError } from '#server/domain/operator-error.ts'

/** Connections kept from garbage collection, which would close them and release their locks. */
const heldLocks = new Set<Sqlite.Database>()

/**
 * Locks the data folder until the process ends, however it ends. Throws `OperatorError` with the holder's process id. The lock
 * is the operating system's, on an empty SQLite file. The process id is in another file: closing the locked file would release
 * a POSIX lock.
 */
export function lockDataDir(dataDir: string): { release: () => void } {
  const pidFile = join(dataDir, 'server.pid')
  const lock = tryLock(dataDir)
  if (lock === undefined) throw dataDirInUseError(dataDir, readPid(pidFile))
  heldLocks.add(lock)
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release: () => {
      rmSync(pidFile, { force: true })
      lock.close()
      heldLocks.delete(lock)
    },
  }
}

function tryLock(dataDir: string): Sqlite.Database | undefined {
  const lock = openLock(dataDir)
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    return undefined
  }
}

function openLock(dataDir: string): Sqlite.Database {
  try {
    return new Sqlite(join(dataDir, 'server.lock'), { timeout: 0 })
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new OperatorError(`The data folder ${dataDir} cannot be used: ${error.message}.`, { cause: error })
  }
}

function dataDirInUseError(dataDir: string, pid: number | undefined): OperatorError {
  const holder = pid ? `process ${pid}` : 'another process'
  return new OperatorError(`The data folder ${dataDir} is in use by ${holder}. Stop the server first.`)
}

function readPid(file: string): number | undefined {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined : undefined
}
