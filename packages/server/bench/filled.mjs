// Large databases take minutes to fill, so they are kept for the next run: on SQLite in the temporary folder, on PostgreSQL
// in the cluster of DATABASE_URL_BENCH, whose user may create databases.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { fill } from './servers.mjs'

/** Measures with many users, on SQLite and, if DATABASE_URL_BENCH is set, on PostgreSQL. */
export const onUsers = (users, measure) => onFilled(users, (env) => fill(users, env), measure)

/** Measures on both engines. `fillDatabase` gets an empty database, which is kept under the name. */
export async function onFilled(name, fillDatabase, measure) {
  await measure('SQLite', { RAPPORT_DATA_DIR: await filledFolder(name, fillDatabase) })
  const url = process.env.DATABASE_URL_BENCH
  if (url) await measure('PostgreSQL', { DATABASE_URL: await filledPostgres(url, name, fillDatabase) })
  else process.stdout.write('PostgreSQL: not measured, since DATABASE_URL_BENCH names none\n')
}

async function filledFolder(name, fillDatabase) {
  const folder = join(tmpdir(), `rapport-bench-${name}`)
  if (existsSync(folder)) return folder
  const partial = `${folder}-partial`
  rmSync(partial, { recursive: true, force: true })
  await fillDatabase({ RAPPORT_DATA_DIR: partial })
  renameSync(partial, folder)
  return folder
}

async function filledPostgres(url, name, fillDatabase) {
  const database = `rapport_bench_${name}`
  const partial = `${database}_partial`
  const addressOf = (path) => Object.assign(new URL(url), { pathname: `/${path}` }).href
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) {
      await client.query(`drop database if exists ${partial}`)
      await client.query(`create database ${partial}`)
      await fillDatabase({ DATABASE_URL: addressOf(partial) })
      await client.query(`alter database ${partial} rename to ${database}`)
    }
    return addressOf(database)
  } finally {
    await client.end()
  }
}
