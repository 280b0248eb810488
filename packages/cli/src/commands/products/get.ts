import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { presentRecord } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'

export function run({ product }: { product: string }, deps: Deps): Promise<Product> {
  return findRecord(productEntity, product, deps)
}

export function present(product: Product): Presentation {
  return presentRecord(productEntity, product, '')
}
