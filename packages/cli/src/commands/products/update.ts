import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { products } from '#cli/entities/products.ts'
import type { Presentation } from '#cli/io/output.ts'
import type { GivenOptions } from '#cli/entities/field-options.ts'
import { checkIds, foundById } from '#cli/entities/record-ids.ts'
import { namedChanges, presentSaved, type Saved, updateRecord } from '#cli/entities/save-verbs.ts'

export interface UpdateInput {
  id: string
  options: GivenOptions
}

/** Changes of a subscription product what was named. */
export async function run({ id, options }: UpdateInput, deps: Deps): Promise<Saved<Product>> {
  checkIds([id], products)
  const changes = await namedChanges(products, options, deps)
  return updateRecord(products, foundById(await products.list(deps), id, products), changes, deps)
}

export function present(saved: Saved<Product>): Presentation {
  return presentSaved(products, saved, 'Updated')
}
