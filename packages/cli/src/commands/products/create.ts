import type { Product } from '@rapport/core/entities/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { products } from '@rapport/core/entities/products/product-description.ts'
import type { Presentation } from '#cli/output/document.ts'
import type { GivenOptions } from '#cli/entities/field-options.ts'
import { createRecord, newForm, presentSaved, type SaveResult } from '#cli/entities/save-verbs.ts'

export async function run(options: GivenOptions, deps: Deps): Promise<SaveResult<Product>> {
  return createRecord(products, await newForm(products, options, deps), deps)
}

export function present(saved: SaveResult<Product>): Presentation {
  return presentSaved(products, saved, 'Created')
}
