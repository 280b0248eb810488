import type BetterSqlite3 from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

const CACHED_STATEMENTS = 500

/**
 * Reuses prepared statements. Kysely prepares one for each query, which costs more than running most of ours. Garbage
 * collection alone frees the memory of a statement, too late for thousands a second.
 */
export function withCachedStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const statements = new Map<string, BetterSqlite3.Statement>()
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const cachedStatement = statements.get(sql)
      if (cachedStatement && !cachedStatement.busy) return cachedStatement
      const statement = sqlite.prepare(sql)
      if (statements.size >= CACHED_STATEMENTS) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}
