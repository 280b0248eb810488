import { productInput } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { checkNamed, requireChanges } from '#cli/lib/checked-input.ts'
import { checkIds } from '#cli/lib/record-noun.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { changeProduct, type ChangedProduct } from '#cli/lib/records/product-change.ts'
import { productRecord } from '#cli/lib/records/product-record.ts'
import { fieldsOf, PRODUCT_OPTIONS, type ProductOptions } from './product-options.ts'

export interface UpdateInput extends ProductOptions {
  id: string
}

const WORDS = { options: PRODUCT_OPTIONS, help: 'rapport products update' }

/** Changes of a subscription product what was named. */
export async function run({ id, ...options }: UpdateInput, deps: Deps): Promise<ChangedProduct> {
  checkIds([id], productRecord.noun)
  const named = fieldsOf(options)
  requireChanges(named, WORDS)
  checkNamed(productInput, named, WORDS)
  return changeProduct(id, named, WORDS, deps, ({ product_id }) =>
    announceWrite(deps, `Updating product ${id} (${product_id})`),
  )
}

export function present({ product, hints }: ChangedProduct): Presentation {
  return presentRecord(productRecord, product, [...hints, `Updated product ${product.id}.`].join('\n'))
}
