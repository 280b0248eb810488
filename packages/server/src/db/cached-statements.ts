import type BetterSqlite3 from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

const CACHED_STATEMENTS = 500

/**
 * Kysely prepares a statement for each query, which costs more than running most of ours. The memory of a statement is
 * freed only when it is collected, which is too late for thousands a second.
 */
export function withCachedStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const statements = new Map<string, BetterSqlite3.Statement>()
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const known = statements.get(text)
      if (known && !known.busy) return known
      const statement = sqlite.prepare(text)
      if (statements.size >= CACHED_STATEMENTS) statements.clear()
      statements.set(text, statement)
      return statement
    },
  }
}
