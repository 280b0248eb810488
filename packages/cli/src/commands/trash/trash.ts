import { requireExtension } from '#cli/api/extensions.ts'
import { announceWrite, formatTarget } from '#cli/config/target.ts'
import type { CommandModule, Deps } from '#cli/deps.ts'
import { resolveReason, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionOutcome, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { entityFilter } from '#cli/entities/kind-option.ts'
import { readNamedRecords } from '#cli/entities/read-ids.ts'
import { checkIds, noSuchRecordError } from '#cli/entities/record-ids.ts'
import { entityFieldNames, presentList } from '#cli/entities/record-presentation.ts'
import {
  listTrash,
  type NewNames,
  presentRestored,
  type RestoreResult,
  restoreFromTrash,
  type TrashItem,
  trashEntity,
} from '#cli/entities/trash.ts'
import { requireConsent, requireYesOrTerminal } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { bulkFields } from '#cli/output/bulk-document.ts'
import { namesOnly } from '#cli/output/document.ts'

export interface ListInput {
  kind?: string
  search?: string
  limit?: number
}

export interface RestoreInput {
  ids: string[]
  batch?: string
  fromFile?: string
  rename?: NewNames
}

export interface PurgeInput {
  ids: string[]
  all?: boolean
  /** Why, for the history. */
  reason?: string
}

type PurgeResult = DeletionOutcome | { purged: number }

/** Lists deleted records that can be restored, last deleted first. */
export const list: CommandModule<ListInput, { rows: TrashItem[]; total: number }> = {
  fields: () => entityFieldNames(trashEntity),
  async run({ kind, search, limit }, deps) {
    const filter = { ...entityFilter(kind), ...(search !== undefined && { search }) }
    return listTrash(filter, deps.client, limit)
  },
  present: (result) => presentList(trashEntity, { ...result, emptyMessage: trashEntity.emptyMessages.noRecords }),
}

/** Restores records under their old ids. */
export const restore: CommandModule<RestoreInput, RestoreResult> = {
  fields: bulkFields,
  async run({ ids, batch, fromFile, rename = {} }, deps) {
    const hasIds = ids.length > 0 || fromFile !== undefined
    if (hasIds === (batch !== undefined)) {
      throw new CliError('usage', 'Specify the items to restore by id or with --from-file, or use --batch.', {
        hint: 'rapport trash list --json shows the ids and batches.',
      })
    }
    const fileIds = fromFile === undefined ? [] : await readNamedRecords(fromFile, undefined, deps)
    const itemIds = [...new Set([...ids, ...fileIds.map(({ reference }) => reference)])]
    checkIds(itemIds, trashEntity)
    await requireExtension('trash', deps)
    announceWrite(deps, batch === undefined ? 'Restoring items from the trash' : `Restoring batch ${batch}`)
    const result = await restoreFromTrash(batch === undefined ? { ids: itemIds } : { batch }, rename, deps.client)
    const [firstId = ''] = itemIds
    if (result.restoredCount + result.conflicts.length > 0) return result
    if (batch !== undefined) {
      throw new CliError('not_found', `The trash has no items of batch ${batch}.`)
    }
    if (itemIds.length === 1 && fromFile === undefined) throw noSuchRecordError(firstId, trashEntity)
    return result
  },
  present: presentRestored,
}

export const purge: CommandModule<PurgeInput, PurgeResult> = {
  fields: ({ all }) => (all ? namesOnly(['purged']) : bulkFields()),
  async run({ ids, all = false, ...why }, deps) {
    if (all === ids.length > 0) {
      throw new CliError('usage', 'Specify the items to delete by id, or use --all.', {
        hint: 'rapport trash list shows the ids.',
      })
    }
    const findRecords = async () => (await listTrash({}, deps.client)).rows
    return all ? purgeAll(why, deps) : runDeletion(trashEntity, { ids, ...why, erase: true }, deps, { findRecords })
  },
  present(result) {
    if (!('purged' in result)) return presentDeletion(trashEntity, result)
    return {
      document: { shape: 'record', rows: [result], fields: ['purged'] },
      info: `${result.purged} permanently deleted`,
    }
  },
}

async function purgeAll(why: Pick<PurgeInput, 'reason'>, deps: Deps): Promise<{ purged: number }> {
  const { client, flags } = deps
  const hint = 'Pass --yes to delete without being asked.'
  requireYesOrTerminal(deps, { action: 'Permanently deleting items in the trash', hint })
  await requireExtension('trash', deps)
  const reason = await resolveReason(why, deps)
  // With --yes the count is not shown, and it takes a request.
  const total = flags.yes ? undefined : (await listTrash({}, deps.client, 1)).total
  const items = total === undefined ? 'all items in the trash' : `all ${total} items in the trash`
  if (flags.yes) announceWrite(deps, `Permanently deleting ${items}`)
  await requireConsent(deps, {
    action: `Permanently deleting ${items}`,
    lines: [`Permanently delete ${items} on ${formatTarget(deps.target)}.`, 'This cannot be undone.'],
    prompt: `Type ${total} to permanently delete them:`,
    expectedAnswer: String(total),
    hint,
    declinedMessage: 'Nothing was deleted.',
  })
  let purged = 0
  for (;;) {
    const response = await client.call('emptyTrash', { query: reason === undefined ? {} : { reason } })
    purged += response.purged
    if (response.left === 0 || response.purged === 0) return { purged }
  }
}
