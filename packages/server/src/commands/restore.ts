import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeDataDir } from '#server/boot/data-dir.ts'
import type { Env } from '#server/boot/env.ts'
import { databaseFile } from '#server/boot/open-database.ts'
import { backupSqlite } from '#server/db/backup.ts'
import { openSqlite } from '#server/db/client.ts'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { assertRapportDatabase, assertUnchangedSchema, migrate } from '#server/db/migrate.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { endAllSessions, eraseAgain } from './end-sessions.ts'
import { createCommandServices, readServerEnv } from './server-database.ts'
import { print } from './terminal.ts'

/** Replaces the embedded database with a backup; the old one is kept next to it under another name. */
export async function restore(file: string): Promise<void> {
  const env = readServerEnv()
  if (env.databaseUrl !== undefined) {
    throw new OperatorError(
      'This server uses PostgreSQL, which has its own tools: stop all servers, pg_restore into a new database (or psql, for a dump ' +
        'in SQL), name it in DATABASE_URL, run "rapport-server end-sessions", and start them.',
    )
  }
  const backup = resolve(file)
  if (!existsSync(backup)) throw new OperatorError(`There is no file ${backup}.`)
  makeDataDir(env.dataDir)
  const { release } = lockDataDir(env.dataDir)
  const restoredFile = `${databaseFile(env)}.restoring`
  try {
    removeDatabase(restoredFile)
    await backupSqlite(backup, restoredFile)
    await prepareRestored(env, restoredFile)
    const previousFile = replaceDatabase(databaseFile(env), restoredFile)
    print(`${backup} was checked and restored to ${databaseFile(env)}.`)
    if (previousFile !== undefined) print(`The previous database is kept as ${previousFile}.`)
    print(
      'All sessions, one-time codes, recovery codes, passkeys and API tokens were revoked; passwords are those of the backup.',
    )
    print('Start the server now.')
  } finally {
    removeDatabase(restoredFile)
    release()
  }
}

async function prepareRestored(env: Env, restoredFile: string): Promise<void> {
  const database = await openSqlite(restoredFile)
  try {
    await assertRapportDatabase(database)
    await migrate(database)
    await assertUnchangedSchema(database)
    const services = createCommandServices(env, database)
    await endAllSessions(database, services.audit, 'restore')
    await eraseAgain(services)
  } finally {
    await database.close()
  }
}

/** Returns the path that the old database was moved to, if there was one. */
function replaceDatabase(file: string, restoredFile: string): string | undefined {
  const previousFile = `${file}.${new Date().toISOString().replaceAll(':', '')}`
  const hadDatabase = existsSync(file)
  // A database that was not closed has its latest writes in the write-ahead log next to it.
  for (const suffix of ['-shm', '-wal', ''])
    if (existsSync(file + suffix)) renameSync(file + suffix, previousFile + suffix)
  renameSync(restoredFile, file)
  return hadDatabase ? previousFile : undefined
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
