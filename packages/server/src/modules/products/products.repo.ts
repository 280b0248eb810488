import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { ProductInput } from '@rapport/core/entities/products/product.ts'
import type { Db } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import type { RecordValues } from '#server/records/records.repo.ts'

type Product = Schemas['Product']
type Row = Awaited<ReturnType<typeof selectProducts>>[number]

/** Selects all, newest first. */
export async function selectProducts(db: Db) {
  return queryProducts(db).orderBy('id', 'desc').execute()
}

export const findProduct = compiledQuery((db, arg: Arg<{ id: number }>) =>
  queryProducts(db).where('id', '=', arg('id')),
)

function queryProducts(db: Db) {
  const products = db.selectFrom('products').select(['id', 'product_id', 'name', 'price_cents', 'currency'])
  return products.select(['billing_cycle', 'trial_period_days', 'version'])
}

export function toProduct({ id, product_id, name, price_cents, currency, ...row }: Row): Required<Product> {
  const { billing_cycle, trial_period_days, version } = row
  const price = centsToPrice(price_cents)
  return { id, product_id, name, currency, billing_cycle, trial_period_days, version, price }
}

/** Returns the values to save; undefined for a price beyond two decimals. */
export function toProductValues({ price, ...input }: ProductInput): RecordValues<'products'> | undefined {
  const price_cents = priceToCents(price)
  return price_cents === undefined ? undefined : { ...input, price_cents }
}

const DECIMAL = /^(\d+)(?:\.(\d{1,2}))?$/

/** Converts a price by its digits, since `price * 100` may be a cent off. Returns undefined beyond two decimals. */
function priceToCents(price: number): number | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(String(price)) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}

function centsToPrice(cents: number): number {
  const digits = String(cents).padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}
