import { fieldError } from '#server/domain/domain-error.ts'
import type { Schema } from './schema.ts'

type Column<Table extends keyof Schema> = keyof Schema[Table] & string

/**
 * Returns true if another row has the same values in these columns. PostgreSQL names the constraint (`table_column_key`),
 * SQLite the columns.
 */
export function isUniqueViolation<Table extends keyof Schema>(
  error: unknown,
  table: Table,
  columns: readonly Column<Table>[],
): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  if (error.code === '23505') return 'constraint' in error && error.constraint === `${table}_${columns.join('_')}_key`
  const names = columns.map((column) => `${table}.${column}`).join(', ')
  return error.code === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.endsWith(`: ${names}`)
}

/**
 * Creates a handler for `catch`, which turns a unique violation of these columns into a `conflict` with this message for a
 * field, and rethrows any other error.
 */
export function refuseDuplicate<Table extends keyof Schema>(
  table: Table,
  columns: readonly Column<Table>[],
  [field, message]: readonly [field: string, message: string],
): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error, table, columns) ? fieldError('conflict', field, message) : error
  }
}
