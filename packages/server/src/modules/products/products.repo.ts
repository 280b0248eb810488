import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { ProductInput } from '@rapport/core/entities/products/product.ts'
import type { Db } from '#server/db/client.ts'
import type { RecordValues } from '#server/records/records.repo.ts'

type Product = Schemas['Product']
type Row = Awaited<ReturnType<typeof selectProducts>>[number]

const COLUMNS = ['product_id', 'name', 'price_cents', 'currency', 'billing_cycle', 'trial_period_days'] as const

/** Selects all products, newest first, or the one with this id. */
export async function selectProducts(db: Db, id?: number) {
  return db
    .selectFrom('products')
    .select(['id', ...COLUMNS, 'version'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .execute()
}

export function toProduct({ price_cents, ...row }: Row): Required<Product> {
  return { ...row, price: centsToPrice(price_cents) }
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
