import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { OperatorError } from '#server/domain/operator-error.ts'

/** More pages than a database can have. One step copies them all, so no writer makes the backup start over. */
const ALL_PAGES = 0x7f_ff_ff_ff

/**
 * Copies a SQLite database while it may be written to, checks the copy, and only then gives it its name. Returns its
 * size in bytes. Throws `OperatorError`, or the system's error if the target exists or cannot be written.
 */
export async function backupSqlite(source: string, target: string): Promise<number> {
  const temporaryFile = `${target}.${randomUUID()}`
  closeSync(openSync(temporaryFile, 'wx', 0o600))
  try {
    await copyDatabase(source, temporaryFile)
    const result = checkIntegrity(temporaryFile)
    if (result !== 'ok') throw new OperatorError(`The database ${source} is damaged: ${String(result)}`)
    flushToDisk(temporaryFile)
    moveIntoPlace(temporaryFile, target)
    flushToDisk(dirname(target))
    return statSync(target).size
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new OperatorError(`${source} cannot be copied: ${error.message}.`, { cause: error })
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${temporaryFile}${suffix}`, { force: true })
  }
}

/** Moves the file without overwriting: creating the target fails if it exists, and the rename replaces the empty file. */
function moveIntoPlace(temporaryFile: string, target: string): void {
  closeSync(openSync(target, 'wx', 0o600))
  renameSync(temporaryFile, target)
}

async function copyDatabase(source: string, temporaryFile: string): Promise<void> {
  const database = new Sqlite(source, { readonly: true, fileMustExist: true })
  try {
    await database.backup(temporaryFile, { progress: () => ALL_PAGES })
  } finally {
    database.close()
  }
}

function checkIntegrity(temporaryFile: string): unknown {
  const database = new Sqlite(temporaryFile)
  try {
    // Without a write-ahead log, the file can be copied as it is.
    database.pragma('journal_mode = DELETE')
    return database.pragma('integrity_check', { simple: true })
  } finally {
    database.close()
  }
}

/** Writes a file, or the names in a folder, to the disk. */
export function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
