// Databases with many users take minutes to fill, so they are kept for the next run: on SQLite in the temporary folder,
// on PostgreSQL in the cluster of DATABASE_URL_BENCH, whose user may create databases.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { fill } from './servers.mjs'

/** Measures on SQLite and, if DATABASE_URL_BENCH is set, on PostgreSQL. */
export async function onFilled(users, measure) {
  const folder = await filledFolder(users)
  await measure('SQLite', { RAPPORT_DATA_DIR: folder })
  const url = process.env.DATABASE_URL_BENCH
  if (url) await measure('PostgreSQL', { DATABASE_URL: await filledPostgres(url, users) })
  else process.stdout.write('PostgreSQL: not measured, since DATABASE_URL_BENCH names none\n')
}

async function filledFolder(users) {
  const folder = join(tmpdir(), `rapport-bench-${users}`)
  if (existsSync(folder)) return folder
  const partial = `${folder}-partial`
  rmSync(partial, { recursive: true, force: true })
  await fill(users, { RAPPORT_DATA_DIR: partial })
  renameSync(partial, folder)
  return folder
}

async function filledPostgres(url, users) {
  const name = `rapport_bench_${users}`
  const partial = `${name}_partial`
  const addressOf = (database) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      await client.query(`drop database if exists ${partial}`)
      await client.query(`create database ${partial}`)
      await fill(users, { DATABASE_URL: addressOf(partial) })
      await client.query(`alter database ${partial} rename to ${name}`)
    }
    return addressOf(name)
  } finally {
    await client.end()
  }
}
