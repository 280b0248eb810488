import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readEnv } from '#server/boot/env.ts'
import { openServerDatabase } from '#server/boot/open-database.ts'
import type { Database } from '#server/db/client.ts'
import { fillWithDemo } from '#server/db/demo/fill.ts'
import { migrate } from '#server/db/migrate.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { countUserRows } from '#server/security/account.repo.ts'

const MAX_USERS = 10_000_000

interface Options {
  users: number
  dataDir?: string
  add: boolean
}

/** Fills a database with sample users. Throws `OperatorError`, such as for a database with users unless `--add` is given. */
export async function demoCommand(argv: readonly string[], variables: NodeJS.ProcessEnv): Promise<void> {
  const { users, dataDir, add } = readOptions(argv)
  const env = readEnv({ ...variables, ...(dataDir !== undefined && { RAPPORT_DATA_DIR: dataDir }) })
  if (dataDir !== undefined && env.databaseUrl !== undefined) {
    throw new OperatorError(
      'DATABASE_URL is set, so --data-dir would be ignored: unset DATABASE_URL or omit --data-dir.',
    )
  }
  const { database, release } = await openServerDatabase(env, (error) =>
    process.stderr.write(`PostgreSQL: ${error.message}\n`),
  )
  try {
    await fillDatabase(database, users, add)
  } finally {
    await database.close()
    release()
  }
  const variable = env.databaseUrl === undefined ? `RAPPORT_DATA_DIR=${quotePath(resolve(env.dataDir))} ` : ''
  process.stdout.write(
    `\n  ${formatNumber(users)} sample users were added. See them with\n\n    ${variable}npm start\n\n`,
  )
}

/** Parses the options. Commander prints help or a usage error, and then exits. */
function readOptions(argv: readonly string[]): Options {
  return new Command('npm run demo --')
    .description('Creates a database with sample users, to try Rapport at any size.')
    .option('--users <number>', `how many users, from 1 to ${MAX_USERS}`, toCount, 10_000)
    .option('--data-dir <folder>', 'the data folder; otherwise RAPPORT_DATA_DIR or .data, as npm start does', toFolder)
    .option('--add', 'add to the existing users', false)
    .addHelpText('after', '\nDATABASE_URL fills PostgreSQL instead, as npm start does.')
    .parse(argv, { from: 'user' })
    .opts<Options>()
}

function toCount(text: string): number {
  const digits = text.replaceAll(/[_,]/g, '')
  const count = /^\d{1,8}$/.test(digits) ? Number(digits) : 0
  if (count >= 1 && count <= MAX_USERS) return count
  throw new InvalidArgumentError(`Give a number from 1 to ${MAX_USERS}.`)
}

function toFolder(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('Name a folder.')
}

async function fillDatabase(database: Database, users: number, add: boolean): Promise<void> {
  await migrate(database)
  const existingUsers = await countUserRows(database.db)
  if (existingUsers > 0 && !add) {
    throw new OperatorError(
      `There are already ${formatNumber(existingUsers)} users, and sample users could not be told apart from them. Nothing was changed.\n` +
        'Name another folder with --data-dir, or pass --add to add them anyway.',
    )
  }
  const onProgress = (insertedUsers: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r  ${formatNumber(insertedUsers)} of ${formatNumber(users)} users`)
  }
  await fillWithDemo(database, { users, now: new Date(), onProgress })
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-US')
}

function quotePath(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
