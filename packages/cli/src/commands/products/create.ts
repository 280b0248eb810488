import { unwrap } from '@rapport/core/api/unwrap.ts'
import { productInput, type Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { checkedInput } from '#cli/lib/checked-input.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { storeHints } from '#cli/lib/records/product-change.ts'
import { productRecord } from '#cli/lib/records/product-record.ts'
import { savedProduct } from '#cli/lib/records/saved-product.ts'
import { fieldsOf, PRODUCT_OPTIONS, type ProductOptions } from './product-options.ts'

interface Created {
  product: Product
  hints: string[]
}

/** Adds a subscription product. */
export async function run(options: ProductOptions, deps: Deps): Promise<Created> {
  const words = { options: PRODUCT_OPTIONS, help: 'rapport products create' }
  const body = checkedInput(productInput, fieldsOf(options), words)
  announceWrite(deps, `Creating product ${body.product_id}`)
  const { api, call, signal } = deps
  const answer = await call('createProduct', () =>
    unwrap(api.POST('/api/admin/subscription-products', { body, signal })),
  )
  return { product: await savedProduct(answer, body.product_id, deps), hints: storeHints(body, words) }
}

export function present({ product, hints }: Created): Presentation {
  return presentRecord(productRecord, product, [...hints, `Created product ${product.id}.`].join('\n'))
}
