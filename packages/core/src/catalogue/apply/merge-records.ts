import { type CallDeps, type EditableEntity, type Id, inputValues, type ServerRecord } from '../../entities/entity.ts'
import type { RemoteRecord } from '../plan/remote-records.ts'
import { type Merging, saveMerged } from './save-merged.ts'

/** After this many records a list is read again where the server has no versions. */
const BATCH = 100

interface List {
  records: Promise<ReadonlyMap<string, ServerRecord>>
  uses: number
}

interface PlannedEdit {
  entity: EditableEntity
  remote: RemoteRecord
  /** None for a deletion. */
  edits?: Readonly<Record<string, unknown>>
  calls: CallDeps
}

/** `saveMerged` for the records of a plan, for which one list is read for many. */
export function recordMerger(hasVersions: boolean) {
  const lists = new Map<EditableEntity, List>()

  return async function merge<Saved>(
    { entity, remote: { id, record }, edits = {}, calls }: PlannedEdit,
    merging: Pick<Merging<ServerRecord, Saved>, 'send' | 'isAnswerLost'>,
  ): Promise<Saved> {
    const valuesOf = (one: ServerRecord) => inputValues(entity, one)
    return saveMerged(
      { known: record, base: valuesOf(record), edits, hasVersions },
      { ...merging, valuesOf, read: (refused) => read(entity, id, calls, refused) },
    )
  }

  async function read(entity: EditableEntity, id: Id, calls: CallDeps, refused?: ServerRecord) {
    const list = lists.get(entity)
    if (list && (refused || list.uses < BATCH)) {
      list.uses += 1
      const found = (await list.records).get(String(id))
      // The list may have been read for another record, before or after this one was refused.
      if (!refused || found?.['version'] !== refused['version']) return found
    }
    return (await readList(entity, calls)).get(String(id))
  }

  async function readList(entity: EditableEntity, calls: CallDeps): List['records'] {
    const rows = entity.list(calls, { strictList: true })
    const records = rows.then((all) => new Map(all.map((row) => [String(row.id), row])))
    lists.set(entity, { records, uses: 1 })
    // The next record tries again.
    records.catch(() => lists.delete(entity))
    return records
  }
}
