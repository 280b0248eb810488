import { unwrap } from '@rapport/core/api/unwrap.ts'
import { productInput, type Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { checkedInput, requireChanges } from '#cli/lib/checked-input.ts'
import { checkIds, foundById } from '#cli/lib/record-noun.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { changeHints, fieldsOf, priceOf, PRODUCT_OPTIONS, type ProductOptions } from './product-options.ts'
import { listProducts, productRecord } from './product-record.ts'
import { savedProduct } from './saved-product.ts'

export interface UpdateInput extends ProductOptions {
  id: string
}

interface Updated {
  product: Product
  hints: string[]
}

const WORDS = { options: PRODUCT_OPTIONS, help: 'rapport products update' }

/** Changes of a subscription product what was named; the call takes all fields, so the rest is sent as it is. */
export async function run({ id, ...options }: UpdateInput, deps: Deps): Promise<Updated> {
  checkIds([id], productRecord.noun)
  const named = fieldsOf(options)
  requireChanges(named, WORDS)
  const before = foundById(await listProducts(deps), id, productRecord.noun)
  const body = checkedInput(
    productInput,
    {
      product_id: named.product_id ?? before.product_id,
      name: named.name ?? before.name,
      price: named.price ?? priceOf(String(before.price)),
      currency: named.currency ?? before.currency ?? undefined,
      billing_cycle: named.billing_cycle ?? before.billing_cycle ?? undefined,
      trial_period_days: named.trial_period_days ?? before.trial_period_days ?? undefined,
    },
    WORDS,
  )
  announceWrite(deps, `Updating product ${id} (${before.product_id})`)
  const { api, call, signal } = deps
  const answer = await call('updateProduct', () =>
    unwrap(
      api.PUT('/api/admin/subscription-products/{id}', {
        params: { path: { id } },
        body: { id: before.id, ...body },
        signal,
      }),
    ),
  )
  return { product: await savedProduct(answer, body.product_id, deps), hints: changeHints(body, before, named) }
}

export function present({ product, hints }: Updated): Presentation {
  return presentRecord(productRecord, product, [...hints, `Updated product ${product.id}.`].join('\n'))
}
