import { isOutdated } from '../../api/api-error.ts'
import type { CallDeps, EditableEntity } from '../entity.ts'
import { liveRecord, type LiveRecord } from '../plan/live.ts'

/** How often a save is tried while others keep changing the record. */
export const SAVE_TRIES = 5

/** After this many records a list is read again where the server has no versions. */
const BATCH = 100

interface List {
  records: Promise<ReadonlyMap<string, LiveRecord>>
  uses: number
}

/** Sends with what a record is by now, `undefined` where it is gone, and with the version that it must still have. */
type Send<Result> = (now: LiveRecord | undefined, version: number | undefined) => Promise<Result>

/** The records of a plan as they are by now, of which one list tells for many. */
export interface CurrentRecords {
  /** Sends again where the server refuses since the record has changed. */
  send<Result>(entity: EditableEntity, base: LiveRecord, calls: CallDeps, send: Send<Result>): Promise<Result>
}

/** A server with versions is read again only after it has refused one, any other before each batch of records. */
export function currentRecords(hasVersions: boolean): CurrentRecords {
  const lists = new Map<EditableEntity, List>()

  return {
    async send(entity, base, calls, send) {
      const id = String(base.id)
      const isVersioned = hasVersions && base.version !== undefined
      let now = isVersioned ? await known(entity, base) : (await batchOf(entity, calls).records).get(id)
      for (let tries = 1; ; tries += 1) {
        try {
          return await send(now, isVersioned ? now?.version : undefined)
        } catch (error) {
          if (!isOutdated(error) || tries === SAVE_TRIES) throw error
        }
        const refused = now?.version
        now = await known(entity, base)
        // What another record was refused for may have told of this one too.
        if (now?.version === refused) now = (await readAgain(entity, calls).records).get(id)
      }
    },
  }

  async function known(entity: EditableEntity, base: LiveRecord): Promise<LiveRecord | undefined> {
    const list = lists.get(entity)
    return list ? (await list.records).get(String(base.id)) : base
  }

  function batchOf(entity: EditableEntity, calls: CallDeps): List {
    const list = lists.get(entity)
    const batch = list && list.uses < BATCH ? list : readAgain(entity, calls)
    batch.uses += 1
    return batch
  }

  function readAgain(entity: EditableEntity, calls: CallDeps): List {
    const read = async () => {
      try {
        const rows = await entity.list(calls, { strictList: true })
        return new Map(rows.map((row) => [String(row.id), liveRecord(entity, row)]))
      } catch (error) {
        // The next record tries again.
        lists.delete(entity)
        throw error
      }
    }
    const list = { records: read(), uses: 0 }
    lists.set(entity, list)
    return list
  }
}
