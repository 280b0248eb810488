import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentDeletion, runDeletion, type Deletable, type Deleted, type DeleteInput } from '#cli/lib/deletion.ts'
import {
  listPositions,
  positionRecord,
  positionRemoval,
  positionTitle,
  withCategoryNames,
} from '#cli/lib/records/position-record.ts'

const positions: Deletable = {
  ...positionRemoval,
  kind: 'positions',
  noun: positionRecord.noun,
  sample: listPositions,
  async find(ids, deps) {
    const listed = (await listPositions(deps)).filter(({ id }) => ids.includes(String(id)))
    const found = await withCategoryNames(listed, deps)
    return { names: new Map(found.map((position) => [String(position.id), positionTitle(position)])), isComplete: true }
  },
}

/** Deletes positions after the person, or --yes, agreed. */
export function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  return runDeletion(input, deps, positions)
}

export function present(deleted: Deleted): Presentation {
  return presentDeletion(deleted, positions)
}
