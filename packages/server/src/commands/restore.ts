import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeDataDir } from '#server/boot/data-dir.ts'
import type { Env } from '#server/boot/env.ts'
import { databaseFile } from '#server/boot/open-database.ts'
import { backupSqlite } from '#server/db/backup.ts'
import { openSqlite } from '#server/db/client.ts'
import { DataDirInUse, lockDataDir } from '#server/db/data-dir-lock.ts'
import { assertRapportDatabase, migrate } from '#server/db/migrate.ts'
import { hasSecretsOfOtherKey, OTHER_KEY_MESSAGE } from '#server/security/two-factor.ts'
import { commandServices, readServerEnv } from './server-database.ts'
import { CommandRefused } from './command-refused.ts'
import { endAllSessions } from './end-sessions.ts'

/** Replaces the embedded database with a backup; the old one is kept next to it under another name. */
export async function restore(file: string): Promise<void> {
  const env = readServerEnv()
  if (env.databaseUrl !== undefined) {
    throw new CommandRefused(
      'This server uses PostgreSQL, which has its own tools: stop all servers, pg_restore into a new database (or psql, for a dump ' +
        'in SQL), name it in DATABASE_URL, run "rapport-server end-sessions", and start them.',
    )
  }
  const backup = resolve(file)
  if (!existsSync(backup)) throw new CommandRefused(`There is no file ${backup}.`)
  makeDataDir(env.dataDir)
  const { release } = lockStopped(env.dataDir)
  const restoredFile = `${databaseFile(env)}.restoring`
  try {
    removeDatabase(restoredFile)
    await backupSqlite(backup, restoredFile)
    const hasOtherKey = await prepare(env, restoredFile)
    const kept = replaceDatabase(databaseFile(env), restoredFile)
    print(`${backup} is checked and restored to ${databaseFile(env)}.`)
    if (kept !== undefined) print(`The previous database is kept as ${kept}.`)
    print('All sessions, codes, recovery codes and API tokens were invalidated; passwords are those of the backup.')
    if (hasOtherKey) print(OTHER_KEY_MESSAGE)
    print('Start the server now.')
  } finally {
    removeDatabase(restoredFile)
    release()
  }
}

function lockStopped(dataDir: string) {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    throw new CommandRefused(`${error.message} Stop the server, restore, and start it again.`)
  }
}

/** Migrates the copy and revokes its credentials. Returns true if its secrets are encrypted with another key. */
async function prepare(env: Env, restoredFile: string): Promise<boolean> {
  const database = await openSqlite(restoredFile)
  try {
    await assertRapportDatabase(database)
    await migrate(database)
    const { audit, key } = commandServices(env, database)
    await endAllSessions(database, audit, 'restore')
    return await hasSecretsOfOtherKey(database.db, key)
  } finally {
    await database.close()
  }
}

/** Returns the path that the old database was moved to, if there was one. */
function replaceDatabase(file: string, restoredFile: string): string | undefined {
  const kept = `${file}.${new Date().toISOString().replaceAll(':', '')}`
  const wasThere = existsSync(file)
  // A database that was not closed has its latest writes in the log next to it.
  for (const part of ['-shm', '-wal', '']) if (existsSync(file + part)) renameSync(file + part, kept + part)
  renameSync(restoredFile, file)
  return wasThere ? kept : undefined
}

function removeDatabase(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
}

function print(line: string): void {
  process.stderr.write(`${line}\n`)
}
