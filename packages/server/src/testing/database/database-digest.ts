import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

const CHANGED_BY_ANY_REQUEST = new Set(['rate_limits', 'known_addresses', 'audit_events'])

/** Returns the names of all tables except those that any request may change, and those of Kysely. */
export async function tablesOf({ db }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name }) => name)
    .filter((name) => !CHANGED_BY_ANY_REQUEST.has(name) && !name.startsWith('kysely_'))
    .toSorted()
}

/** Returns the SHA-256 of all rows of `tablesOf`, except of the named tables. */
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
