import { type RawBuilder, sql } from 'kysely'

/**
 * Hides a text from SQLite's planner with a cast. Otherwise SQLite prepares a join again for each value that a column is
 * compared with, which takes longer than running it.
 */
export function hideFromPlanner(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`
}
