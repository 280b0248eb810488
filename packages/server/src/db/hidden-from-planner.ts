import { type RawBuilder, sql } from 'kysely'

/**
 * A text that SQLite's planner does not see. It plans a join again for each value that a column is compared with, which
 * takes longer than running it.
 */
export function hiddenFromPlanner(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`
}
