import type { Deps } from '#cli/deps.ts'
import { products } from '@rapport/core/entities/products/product-description.ts'
import type { Presentation } from '#cli/output/document.ts'
import { type DeleteInput, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { idsOf } from '#cli/entities/find-record.ts'

export function run(input: DeleteInput, deps: Deps): Promise<DeletionResult> {
  return runDeletion(products, input, deps, { toIds: (args) => idsOf(products, args, deps) })
}

export function present(deleted: DeletionResult): Presentation {
  return presentDeletion(products, deleted)
}
