import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { assertMigrated } from '#server/db/migrate.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { type ServerKey, createServerKey } from '#server/security/server-key.ts'
import { makeDataDir, readSecretFile } from './data-dir.ts'
import type { Env } from './env.ts'

export function databaseFile({ dataDir }: Env): string {
  return join(dataDir, 'rapport.db')
}

/** Names the database to the operator, without the password of DATABASE_URL. */
export function describeData({ databaseUrl, dataDir }: Env): string {
  return databaseUrl === undefined ? dataDir : 'PostgreSQL, as DATABASE_URL says'
}

/** The ledger of erasures, which outlives the database. */
export function ledgerFile({ dataDir }: Pick<Env, 'dataDir'>): string {
  return join(dataDir, 'erasures.jsonl')
}

/** The file whose time of change tells when the last backup was complete. */
export function lastBackupFile({ dataDir }: Env): string {
  return join(dataDir, 'last-backup')
}

interface ServerDatabase {
  database: Database
  /** Returns the path of the embedded database if its file was removed or replaced. */
  findReplacedFile: () => string | undefined
  release: () => void
}

/** Opens the database of a server, and locks the data folder of an embedded one until `release`. */
export async function openServerDatabase(env: Env, onIdleError: (error: Error) => void): Promise<ServerDatabase> {
  if (env.databaseUrl !== undefined) {
    const database = await openPostgres(env.databaseUrl, onIdleError)
    return { database, findReplacedFile: () => undefined, release: () => undefined }
  }
  makeDataDir(env.dataDir)
  const { release } = lockDataDir(env.dataDir)
  const file = databaseFile(env)
  const database = await openSqlite(file)
  const initialStats = statSync(file)
  const findReplacedFile = () => {
    const currentStats = statSync(file, { throwIfNoEntry: false })
    return currentStats?.dev === initialStats.dev && currentStats.ino === initialStats.ino ? undefined : file
  }
  return { database, findReplacedFile, release }
}

/** Opens an existing database for a command; the server may be running. Throws `OperatorError`. */
export async function openForCommand(env: Env): Promise<Database> {
  const database = await openExistingDatabase(env)
  try {
    await assertMigrated(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function openExistingDatabase(env: Env): Promise<Database> {
  if (env.databaseUrl !== undefined) return openPostgres(env.databaseUrl, () => undefined)
  const file = databaseFile(env)
  if (!existsSync(file)) {
    throw new OperatorError(
      `There is no database in ${env.dataDir} yet: the first start of the server creates one, with an admin.`,
    )
  }
  return openSqlite(file)
}

/** Loads the key from RAPPORT_SECRET, or from the data folder, where the first call creates it. */
export function loadServerKey({ secret, dataDir }: Env): ServerKey {
  return createServerKey(secret === undefined ? readSecretFile(dataDir) : Buffer.from(secret))
}
