import type { Db } from '#server/db/client.ts'

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

const DECIMAL = /^(\d+)(?:\.(\d{1,2}))?$/

/** Converts a price by its digits, since `price * 100` may be a cent off. Returns undefined beyond two decimals. */
export function priceToCents(price: number): number | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(String(price)) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}

export function centsToPrice(cents: number): number {
  const digits = String(cents).padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}
