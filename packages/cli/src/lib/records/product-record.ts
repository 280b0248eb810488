import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { Removal } from '#cli/lib/deletion.ts'
import { everyName } from '#cli/lib/every-name.ts'
import { NOT_SET, type RecordView } from '#cli/lib/record-presentation.ts'

/** How subscription products are shown. */
export const productRecord: RecordView<Product> = {
  noun: { one: 'product', many: 'products', list: 'rapport products list' },
  fields: everyName<keyof Product>({
    id: true,
    product_id: true,
    name: true,
    price: true,
    currency: true,
    billing_cycle: true,
    trial_period_days: true,
  }),
  columns: [
    { title: 'ID', text: ({ id }) => String(id) },
    { title: 'PRODUCT ID', text: ({ product_id }) => product_id },
    { title: 'NAME', text: ({ name }) => name },
    { title: 'PRICE', text: ({ price }) => withCents(price) },
    { title: 'CURRENCY', text: ({ currency }) => currency || NOT_SET },
    { title: 'BILLING', text: ({ billing_cycle }) => billing_cycle || NOT_SET, leaves: 2 },
    { title: 'TRIAL DAYS', text: ({ trial_period_days }) => String(trial_period_days ?? NOT_SET), leaves: 1 },
  ],
}

/** 9.9 as 9.90, by its digits. */
export function withCents(price: number | string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{0,2}))?$/.exec(String(price)) ?? []
  return whole === undefined ? String(price) : `${whole}.${fraction.padEnd(2, '0')}`
}

/** All products, as the contract has them: in one answer. */
export function listProducts({ api, call, signal }: Deps): Promise<Product[]> {
  return call('listProducts', () => unwrap(api.GET('/api/admin/subscription-products', { signal })))
}

/** Deletes products, one in each call. */
export const productRemoval: Removal = {
  operation: 'deleteProduct',
  remove: (id, { api, signal }) =>
    unwrap(api.DELETE('/api/admin/subscription-products/{id}', { params: { path: { id } }, signal })),
}
