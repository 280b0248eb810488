import { requireExtension } from '#cli/api/extensions.ts'
import { announceWrite, formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, type PlannedDeletion, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { listTrash, trashEntity } from '#cli/entities/trash.ts'
import { requireConsent, requireYesOrTerminal } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { bulkFields } from '#cli/output/bulk-document.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'

export interface PurgeInput {
  ids: string[]
  all?: boolean
}

type PurgeResult = DeletionResult | PlannedDeletion | { purged: number }

export const fields = ({ all }: PurgeInput) => (all ? namesOnly(['purged']) : bulkFields())

export async function run({ ids, all = false }: PurgeInput, deps: Deps): Promise<PurgeResult> {
  const hasIds = ids.length > 0
  if (all === hasIds) {
    throw new CliError('usage', 'Specify the items to delete by id, or use --all.', {
      hint: 'rapport trash list shows the ids.',
    })
  }
  return all ? purgeAll(deps) : purgeItems(ids, deps)
}

function purgeItems(ids: string[], deps: Deps): Promise<DeletionResult | PlannedDeletion> {
  const listAll = async () => (await listTrash({}, deps.client)).rows
  return runDeletion(trashEntity, { ids, erase: true }, deps, {
    findRecords: async () => ({ records: await listAll(), isComplete: true }),
    listSample: listAll,
  })
}

async function purgeAll(deps: Deps): Promise<{ purged: number }> {
  const { client, flags } = deps
  const hint = 'Pass --yes to delete without being asked.'
  requireYesOrTerminal(deps, { action: 'Permanently deleting items in the trash', hint })
  await requireExtension('trash', deps)
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
    const response = await client.call('emptyTrash')
    purged += response.purged
    if (response.left === 0 || response.purged === 0) return { purged }
  }
}

export function present(result: PurgeResult): Presentation {
  if (!('purged' in result)) return presentDeletion(trashEntity, result)
  return {
    document: { shape: 'record', rows: [result], fields: ['purged'] },
    info: `${result.purged} permanently deleted`,
  }
}
