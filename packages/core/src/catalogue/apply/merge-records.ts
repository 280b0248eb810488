import { type CallDeps, type EditableEntity, type Id, inputValues, type ServerRecord } from '../../entities/entity.ts'
import { type MergeCallbacks, saveMerged } from '../../merge/save-merged.ts'
import type { RemoteRecord } from '../plan/remote-records.ts'

/** The number of saves after which a list is fetched again, if the server has no versions. */
const MAX_USES_PER_LIST = 100

interface CachedList {
  records: Promise<ReadonlyMap<string, ServerRecord>>
  uses: number
}

interface PlannedEdit {
  entity: EditableEntity
  remote: RemoteRecord
  /** The edited values; undefined for a deletion. */
  edits?: Readonly<Record<string, unknown>>
  calls: CallDeps
}

/**
 * Creates a function that merges an edit into the server's record and saves it. Caches the lists during an apply. After a
 * refused save, fetches the list again, unless it already has another version of the record.
 */
export function createRecordMerger(hasVersions: boolean) {
  const lists = new Map<EditableEntity, CachedList>()

  return async function merge<Saved>(
    { entity, remote: { id, record }, edits = {}, calls }: PlannedEdit,
    callbacks: Pick<MergeCallbacks<ServerRecord, Saved>, 'send' | 'isResponseLost'>,
  ): Promise<Saved> {
    const toValues = (remote: ServerRecord) => inputValues(entity, remote)
    return saveMerged(
      { record, base: toValues(record), edits, hasVersions },
      { ...callbacks, toValues, read: (refusedRecord) => findRecord(entity, id, calls, refusedRecord) },
    )
  }

  async function findRecord(entity: EditableEntity, id: Id, calls: CallDeps, refusedRecord?: ServerRecord) {
    const list = lists.get(entity)
    if (list && (refusedRecord || list.uses < MAX_USES_PER_LIST)) {
      list.uses += 1
      const record = (await list.records).get(String(id))
      // The list may have been fetched before the refusal, for another record.
      if (!refusedRecord || record?.['version'] !== refusedRecord['version']) return record
    }
    return (await fetchList(entity, calls)).get(String(id))
  }

  async function fetchList(entity: EditableEntity, calls: CallDeps): CachedList['records'] {
    const fetchedRecords = entity.list(calls, { strictList: true })
    const records = fetchedRecords.then((list) => new Map(list.map((row) => [String(row.id), row])))
    lists.set(entity, { records, uses: 1 })
    records.catch(() => lists.delete(entity))
    return records
  }
}
