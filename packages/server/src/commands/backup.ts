import { existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { databaseFile, lastBackupFile } from '#server/boot/open-database.ts'
import { backupSqlite } from '#server/db/backup.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { readServerEnv } from './server-database.ts'

/** Copies the embedded database, in one consistent state, to a new file. */
export async function backup(file: string): Promise<void> {
  const env = readServerEnv()
  if (env.databaseUrl !== undefined) {
    throw new OperatorError(
      `This server uses PostgreSQL, which has its own tool: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
    )
  }
  const source = databaseFile(env)
  if (!existsSync(source)) throw new OperatorError(`There is no database in ${env.dataDir} to copy.`)
  const target = resolve(file)
  if (existsSync(target)) throw new OperatorError(`${target} already exists and was not overwritten.`)
  if (!existsSync(dirname(target))) throw new OperatorError(`There is no folder ${dirname(target)} to copy to.`)
  const bytes = await backupSqlite(source, target)
  process.stderr.write(`${target}: ${bytes} bytes, complete and checked.\n`)
  try {
    writeFileSync(lastBackupFile(env), '')
  } catch (error) {
    process.stderr.write(`The metrics will not show this backup: ${String(error)}.\n`)
  }
}
