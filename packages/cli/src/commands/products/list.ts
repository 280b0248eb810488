import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { products } from '#cli/entities/products.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentList } from '#cli/entities/record-presentation.ts'

/** Every subscription product. */
export function run(_input: object, deps: Deps): Promise<Product[]> {
  return products.list(deps)
}

export function present(rows: Product[]): Presentation {
  return presentList(products, { rows, none: products.none.all })
}
