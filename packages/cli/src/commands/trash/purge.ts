import { unwrap } from '@rapport/core/api/unwrap.ts'
import { runBulk } from '#cli/api/bulk.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { deleteOne } from '#cli/entities/deletion/delete-one.ts'
import { type Deleted, presentDeletion } from '#cli/entities/deletion/report.ts'
import type { DeleteOperation } from '@rapport/core/catalogue/entity.ts'
import { checkIds } from '#cli/entities/record-ids.ts'
import { listTrash, TRASH_ITEM } from '#cli/entities/trash.ts'
import { announceWrite, whereOf } from '#cli/io/announce-write.ts'
import { requireConsent, requireTerminal } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/io/output.ts'

export interface PurgeInput {
  ids: string[]
  all?: boolean
}

type Purged = Deleted | { purged: number }

const CONSENT = { hint: 'Pass --yes to delete without being asked.', declined: 'Nothing was deleted.' }

const purgeItem: DeleteOperation = {
  operation: 'purgeTrashItem',
  send: (id, { api, signal }) => unwrap(api.DELETE('/api/admin/trash/{id}', { params: { path: { id } }, signal })),
}

/** Deletes items of the trash for good, by their ids or all of them, after a question or with --yes. */
export async function run({ ids, all = false }: PurgeInput, deps: Deps): Promise<Purged> {
  if (all === ids.length > 0) {
    throw new CliError('usage', 'Specify the items to delete by id, or use --all.', {
      hint: 'rapport trash list shows the ids.',
    })
  }
  checkIds(ids, TRASH_ITEM)
  requireTerminal({ doing: 'Permanently deleting items in the trash', ...CONSENT }, deps)
  await requireExtension('trash', deps)
  return all ? purgeAll(deps) : purgeItems([...new Set(ids)], deps)
}

async function purgeItems(keys: readonly string[], deps: Deps): Promise<Deleted> {
  const items = keys.length === 1 ? `item ${keys[0]}` : `${keys.length} items`
  await confirm(items, deps)
  const report = await runBulk(
    {
      items: keys.map((key) => ({ key, action: 'delete' })),
      perform: ({ key }, signal) => deleteOne(key, { ...deps, signal }, purgeItem),
      label: 'Deleting permanently',
    },
    deps,
  )
  const missing = keys.length === 1 && report.summary.absent === 1 ? keys[0] : undefined
  return { ...report, missing, readsStdin: false, past: 'permanently deleted' }
}

async function purgeAll(deps: Deps): Promise<{ purged: number }> {
  const { api, call, signal, flags } = deps
  const count = flags.yes ? undefined : String((await listTrash({}, deps, 1)).total)
  await confirm(count === undefined ? 'all items' : `all ${count} items`, deps, count)
  let purged = 0
  for (;;) {
    const answer = await call('emptyTrash', () => unwrap(api.DELETE('/api/admin/trash', { signal })))
    purged += answer.purged
    if (answer.left === 0 || answer.purged === 0) return { purged }
  }
}

/** Asks for y, or for `typed` to be typed. */
async function confirm(items: string, deps: Deps, typed?: string): Promise<void> {
  if (deps.flags.yes) announceWrite(deps, `Permanently deleting ${items} in the trash`)
  await requireConsent(
    {
      doing: `Permanently deleting ${items} in the trash`,
      lines: [`Permanently delete ${items} in the trash on ${whereOf(deps.target)}.`, 'This cannot be undone.'],
      ...(typed === undefined
        ? { prompt: 'Are you sure you want to permanently delete?' }
        : { prompt: `Type ${typed} to permanently delete them:`, typed }),
      ...CONSENT,
    },
    deps,
  )
}

export function present(purged: Purged): Presentation {
  if (!('purged' in purged)) return presentDeletion(TRASH_ITEM, purged)
  return {
    document: { shape: 'record', rows: [purged], fields: ['purged'] },
    info: `${purged.purged} permanently deleted`,
  }
}
