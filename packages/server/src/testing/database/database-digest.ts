import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

/** What may change with any request: how often something was tried, and who tried it. */
const COUNTERS = new Set(['rate_limits', 'known_addresses', 'audit_events'])

/** The tables of a database without those that only count, and Kysely's own. */
export async function tablesOf({ db }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name }) => name)
    .filter((name) => !COUNTERS.has(name) && !name.startsWith('kysely_'))
    .toSorted()
}

/** SHA-256 over every row of every table, except of those named; a table added later is in it by itself. */
export async function databaseDigest(database: Database, except: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256')
  for (const table of await tablesOf(database)) {
    if (except.includes(table)) continue
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
    hash.update(JSON.stringify([table, rows.map((row) => JSON.stringify(row)).toSorted()]))
  }
  return hash.digest('hex')
}

/** How many rows there are, by table. */
export async function rowCounts({ db }: Database, tables: readonly string[]): Promise<Record<string, number>> {
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? {}
}
