import { listRecords } from '@rapport/core/client/records.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { type ListInput, type SelectedRecords, selectRecords } from '#cli/entities/list-records.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'

export async function run(input: ListInput, deps: Deps): Promise<SelectedRecords<Product>> {
  return selectRecords(productEntity, input, await listRecords(deps.client, productEntity))
}

export function present(result: SelectedRecords<Product>): Presentation {
  return presentList(productEntity, result)
}
