import type { Insertable } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'

export type ProductValues = Omit<Insertable<Schema['products']>, 'id' | 'created_at' | 'version'>

const COLUMNS = [
  'id',
  'product_id',
  'name',
  'price_cents',
  'currency',
  'billing_cycle',
  'trial_period_days',
  'version',
] as const

export type ListedProduct = Awaited<ReturnType<typeof selectProductRows>>[number]

export async function selectProductRows(db: Db) {
  return db.selectFrom('products').select(COLUMNS).orderBy('id', 'desc').execute()
}

export async function insertProductRow(db: Db, values: ProductValues, now: number): Promise<ListedProduct> {
  const [row] = await insertProduct(db, { ...values, created_at: now })
  if (row === undefined) throw new Error('A product was inserted and not returned.')
  return row
}

const insertProduct = compiledQuery((db, arg: Arg<ProductValues & { created_at: number }>) =>
  db
    .insertInto('products')
    .values({
      product_id: arg('product_id'),
      name: arg('name'),
      price_cents: arg('price_cents'),
      currency: arg('currency'),
      billing_cycle: arg('billing_cycle'),
      trial_period_days: arg('trial_period_days'),
      created_at: arg('created_at'),
    })
    .returning(COLUMNS),
)

export async function lockProduct(trx: Db, engine: Engine, id: number): Promise<ListedProduct | undefined> {
  return trx
    .selectFrom('products')
    .select(COLUMNS)
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function updateProductRow(trx: Db, id: number, values: ProductValues): Promise<ListedProduct> {
  return trx
    .updateTable('products')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteProductRow(trx: Db, id: number) {
  return trx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst()
}
