import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Deps } from '#cli/deps.ts'
import { type DeleteOptions, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { resolveIds } from '#cli/entities/find-record.ts'
import type { Presentation } from '#cli/output/document.ts'

export function run(input: DeleteOptions, deps: Deps): Promise<DeletionResult> {
  return runDeletion(categoryEntity, input, deps, { toIds: (args) => resolveIds(categoryEntity, args, deps) })
}

export function present(result: DeletionResult): Presentation {
  return presentDeletion(categoryEntity, result)
}
