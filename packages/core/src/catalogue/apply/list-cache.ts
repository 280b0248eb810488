import type { Client } from '../../client/client.ts'
import { listRecords } from '../../client/records.ts'
import type { EditableEntity, Id, ServerRecord } from '../../entities/entity.ts'

/** The number of saves after which a list is read again, if the server has no versions. */
const MAX_USES_PER_LIST = 100

interface CachedList {
  records: Promise<ReadonlyMap<string, ServerRecord>>
  uses: number
}

/**
 * Creates the `read` of saves that shares the lists of an apply. After a refused save, reads the list again, unless it already
 * has another version of the record.
 */
export function createListCache() {
  const lists = new Map<EditableEntity, CachedList>()

  return async function read(client: Client, entity: EditableEntity, id: Id, refused?: ServerRecord) {
    const list = lists.get(entity)
    if (list && (refused || list.uses < MAX_USES_PER_LIST)) {
      list.uses += 1
      const record = (await list.records).get(String(id))
      // The list may have been read before the refusal, for another record.
      if (!refused || record?.['version'] !== refused['version']) return record
    }
    const records = listRecords(client, entity, { strictList: true }).then(
      (all) => new Map(all.map((row) => [String(row.id), row])),
    )
    lists.set(entity, { records, uses: 1 })
    records.catch(() => lists.delete(entity))
    return (await records).get(String(id))
  }
}
