type Constraint = keyof typeof UNIQUE

/** How each engine names what it refuses to hold twice: PostgreSQL the constraint, SQLite its columns. */
const UNIQUE = {
  'categories.name': ['categories_name_key_key', 'categories.name_key'],
  'positions.name': ['positions_by_name', 'positions.category_id, positions.name_key'],
  'products.product_id': ['products_product_id_key', 'products.product_id'],
} as const

/** Whether a write failed because this is taken by another row. */
export function violates(error: unknown, constraint: Constraint): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const [name, columns] = UNIQUE[constraint]
  if (error.code === '23505') return 'constraint' in error && error.constraint === name
  return error.code === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.endsWith(`: ${columns}`)
}
