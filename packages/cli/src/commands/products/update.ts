import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { confirmPriceChanges } from '#cli/entities/confirm-price-changes.ts'
import type { OptionValues } from '#cli/entities/field-options.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { parseChanges, presentSaved, type SaveResult, updateRecord } from '#cli/entities/save-commands.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface UpdateInput {
  /** An id or product_id. */
  product: string
  options: OptionValues
}

/** Updates the given fields only. */
export async function run({ product, options }: UpdateInput, deps: Deps): Promise<SaveResult<Product>> {
  const changes = await parseChanges(productEntity, options, deps)
  const before = await findRecord(productEntity, product, deps)
  await confirmPriceChanges([{ key: productEntity.titleOf(before), from: before.price, to: changes['price'] }], deps)
  return updateRecord(productEntity, before, changes, deps)
}

export function present(result: SaveResult<Product>): Presentation {
  return presentSaved(productEntity, result, 'Updated')
}
