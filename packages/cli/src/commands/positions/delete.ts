import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentDeletion, runDeletion, type Deletable, type Deleted, type DeleteInput } from '#cli/lib/deletion.ts'
import { listPositions, positionRecord } from './position-record.ts'

const positions: Deletable = {
  operation: 'deletePosition',
  noun: positionRecord.noun,
  remove: (id, { api, signal }) =>
    unwrap(api.DELETE('/api/admin/subcategory/{id}', { params: { path: { id } }, signal })),
  async find(ids, deps) {
    const found = (await listPositions(deps)).filter(({ id }) => ids.includes(String(id)))
    return { names: new Map(found.map((position) => [String(position.id), nameOf(position)])), isComplete: true }
  },
}

function nameOf({ category, subcategory_name }: Position): string {
  return category ? `${subcategory_name}, in ${category.category_name}` : subcategory_name
}

/** Deletes positions after the person, or --yes, agreed. */
export function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  return runDeletion(input, deps, positions)
}

export function present(deleted: Deleted, deps: Deps): Presentation {
  return presentDeletion(deleted, deps, positions)
}
