import type { Insertable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

export type ProductValues = Omit<Insertable<Schema['products']>, 'id' | 'created_at'>

const COLUMNS = ['id', 'product_id', 'name', 'price_cents', 'currency', 'billing_cycle', 'trial_period_days'] as const

export type ListedProduct = Awaited<ReturnType<typeof selectProductRows>>[number]

/** The newest first. */
export async function selectProductRows(db: Db) {
  return db.selectFrom('products').select(COLUMNS).orderBy('id', 'desc').execute()
}

export async function insertProductRow(db: Db, values: ProductValues, now: number): Promise<ListedProduct> {
  const row = { ...values, created_at: now }
  return db.insertInto('products').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** The product as it is then; undefined when there is none with this id. */
export async function updateProductRow(db: Db, id: number, values: ProductValues): Promise<ListedProduct | undefined> {
  return db.updateTable('products').set(values).where('id', '=', id).returning(COLUMNS).executeTakeFirst()
}

/** False when there is no such product. */
export async function deleteProductRow(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('products').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
