import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentList } from '#cli/lib/record-presentation.ts'
import { listProducts, productRecord } from '#cli/lib/records/product-record.ts'

/** Every subscription product. */
export function run(_input: object, deps: Deps): Promise<Product[]> {
  return listProducts(deps)
}

export function present(products: Product[]): Presentation {
  return presentList(productRecord, { rows: products, none: 'No subscription plans available.' })
}
