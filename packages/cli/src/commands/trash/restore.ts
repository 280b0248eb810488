import { requireExtension } from '#cli/api/extensions.ts'
import { announceWrite } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { readIds } from '#cli/entities/read-ids.ts'
import { checkIds, noSuchRecordError } from '#cli/entities/record-ids.ts'
import {
  type NewNames,
  presentRestored,
  restoreBatch,
  type RestoreResult,
  restoreItems,
  trashEntity,
} from '#cli/entities/trash.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

export interface RestoreInput {
  ids: string[]
  batch?: string
  fromFile?: string
  rename?: NewNames
}

/** Restores records under their old ids. */
export async function run({ ids, batch, fromFile, rename = {} }: RestoreInput, deps: Deps): Promise<RestoreResult> {
  const hasIds = ids.length > 0 || fromFile !== undefined
  if (hasIds === (batch !== undefined)) {
    throw new CliError('usage', 'Specify the items to restore by id or with --from-file, or use --batch.', {
      hint: 'rapport trash list --json shows the ids and batches.',
    })
  }
  const fileIds = fromFile === undefined ? [] : await readIds(fromFile, deps)
  const itemIds = [...new Set([...ids, ...fileIds])]
  checkIds(itemIds, trashEntity)
  await requireExtension('trash', deps)
  announceWrite(deps, batch === undefined ? 'Restoring items from the trash' : `Restoring batch ${batch}`)
  const result =
    batch === undefined
      ? await restoreItems(itemIds, rename, deps.client)
      : await restoreBatch(batch, rename, deps.client)
  const [firstId = ''] = itemIds
  if (result.restoredCount + result.conflicts.length > 0) return result
  if (batch !== undefined) {
    throw new CliError('not_found', `The trash has no items of batch ${batch}.`, { exitCode: EXIT.notFound })
  }
  if (itemIds.length === 1 && fromFile === undefined) throw noSuchRecordError(firstId, trashEntity)
  return result
}

export { presentRestored as present }
export { bulkFields as fields } from '#cli/output/bulk-document.ts'
