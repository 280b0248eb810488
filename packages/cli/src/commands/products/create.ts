import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { OptionValues } from '#cli/entities/field-options.ts'
import { createRecord, parseNewForm, presentSaved, type SaveResult } from '#cli/entities/save-commands.ts'
import type { Presentation } from '#cli/output/document.ts'

export async function run(options: OptionValues, deps: Deps): Promise<SaveResult<Product>> {
  return createRecord(productEntity, await parseNewForm(productEntity, options, deps), deps)
}

export function present(result: SaveResult<Product>): Presentation {
  return presentSaved(productEntity, result, 'Created')
}
