import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

/** Tables that any request may change: counters and events. */
const COUNTERS = new Set(['rate_limits', 'known_addresses', 'audit_events'])

/** Returns the names of all tables except counters and those of Kysely. */
export async function tablesOf({ db }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name }) => name)
    .filter((name) => !COUNTERS.has(name) && !name.startsWith('kysely_'))
    .toSorted()
}

/** SHA-256 of all rows of all tables except the named ones. */
export async function databaseDigest(database: Database, except: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256')
  for (const table of await tablesOf(database)) {
    if (except.includes(table)) continue
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
    hash.update(JSON.stringify([table, rows.map((row) => JSON.stringify(row)).toSorted()]))
  }
  return hash.digest('hex')
}

export async function rowCounts({ db }: Database, tables: readonly string[]): Promise<Record<string, number>> {
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? {}
}
