import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '#server/boot/env.ts'
import type { Database } from '#server/db/client.ts'
import { fillWithDemo } from '#server/db/demo/fill.ts'
import { countUserRows } from '#server/db/first-rows.ts'
import { migrate } from '#server/db/migrate.ts'
import { openData } from '#server/boot/open-data.ts'

const MOST_USERS = 10_000_000

const HELP = `Makes a database with made-up users, to see Rapport at any size.

Usage: npm run demo -- [options]

  --users NUMBER    how many users, 10000 unless given (1 to ${MOST_USERS})
  --data-dir DIR    the data folder; otherwise RAPPORT_DATA_DIR or .data, as npm start takes it
  --add             add to the users that are there already
  -h, --help        this text

DATABASE_URL fills PostgreSQL instead, as npm start takes it.
`

/** The command refuses its arguments; the message says why. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused'
}

interface Options {
  users: number
  dataDir: string | undefined
  add: boolean
}

/** Fills a database with made-up users as the arguments and the environment say. Throws `DemoRefused`, `EnvError`. */
export async function demoCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (options === undefined) {
    process.stdout.write(HELP)
    return
  }
  const env = readEnv({ ...variables, ...(options.dataDir !== undefined && { RAPPORT_DATA_DIR: options.dataDir }) })
  if (options.dataDir !== undefined && env.databaseUrl !== undefined) {
    throw new DemoRefused(
      'DATABASE_URL is set, so --data-dir would be left aside: unset the one or leave out the other.',
    )
  }
  const { database, release } = await openData(env, (error) => process.stderr.write(`PostgreSQL: ${error.message}\n`))
  try {
    await fill(database, options)
  } finally {
    await database.close()
    release()
  }
  const place = env.databaseUrl === undefined ? `RAPPORT_DATA_DIR=${quoted(resolve(env.dataDir))} ` : ''
  process.stdout.write(`\n  See it with\n\n    ${place}npm start\n\n`)
}

function readOptions(args: string[]): Options | undefined {
  const { users, help, add = false, 'data-dir': dataDir } = parse(args)
  if (help === true) return undefined
  if (dataDir === '') throw new DemoRefused('--data-dir must not be empty.')
  return { users: readCount(users ?? '10000'), add, dataDir }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        users: { type: 'string' },
        'data-dir': { type: 'string' },
        add: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [what = error.message] = error.message.split(/\. |\n/)
    throw new DemoRefused(`${what}. npm run demo -- --help tells what there is.`, { cause: error })
  }
}

function readCount(text: string): number {
  const count = /^\d{1,8}$/.test(text.replaceAll(/[_,]/g, '')) ? Number(text.replaceAll(/[_,]/g, '')) : Number.NaN
  if (count >= 1 && count <= MOST_USERS) return count
  throw new DemoRefused(`--users must be a number from 1 to ${MOST_USERS}, not ${JSON.stringify(text)}.`)
}

async function fill(database: Database, { users, add }: Options): Promise<void> {
  await migrate(database)
  const before = await countUserRows(database.db)
  if (before > 0 && !add) {
    throw new DemoRefused(
      `There are ${numbered(before)} users already, and made-up ones among them could not be told apart: nothing was changed.\n` +
        'Name another folder with --data-dir, or say --add if that is what you want.',
    )
  }
  const started = performance.now()
  const { columns, isTTY } = process.stderr
  const show = (line: string) => isTTY && process.stderr.write(`\r${line.slice(0, columns).padEnd(columns)}`)
  await fillWithDemo(database, { users, now: new Date(), onProgress: (done) => show(progress(done, users, started)) })
  if (isTTY) process.stderr.write(`\r${' '.repeat(columns)}\r`)
  const seconds = Math.max(1, Math.round((performance.now() - started) / 1000))
  process.stdout.write(`\n  ${numbered(users)} made-up users are there after ${seconds} s.\n`)
}

function progress(done: number, users: number, started: number): string {
  if (done === users) return '  Putting things in order …'
  const seconds = ((performance.now() - started) / 1000 / done) * (users - done)
  return `  ${numbered(done)} of ${numbered(users)} users, about ${Math.ceil(seconds)} s to go`
}

function numbered(count: number): string {
  return count.toLocaleString('en-US')
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
