import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import type { Client } from '@rapport/core/client/client.ts'
import type { Entity, FieldsOf } from '@rapport/core/entities/entity.ts'
import type { BulkResult } from '#cli/api/bulk.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/output/document.ts'
import { presentBulk } from './deletion/present-deletion.ts'

export type TrashItem = Schemas['TrashItem']
type Conflict = Schemas['RestoreConflict']
/** New names by item id. */
export type NewNames = Readonly<Record<string, string>>

/** The description of items in the trash for lists and prompts. */
export const trashEntity: Entity<TrashItem> = {
  noun: 'trash',
  singular: 'item',
  plural: 'items',
  fields: {
    id: { type: 'id', label: 'ID' },
    entity: { type: 'readOnly', label: 'Kind', shownIn: 'dataOnly' },
    record_id: { type: 'readOnly', label: 'Record', tableText: ({ entity, record_id }) => `${entity} ${record_id}` },
    name: { type: 'readOnly', label: 'Name' },
    batch: { type: 'readOnly', label: 'Batch', dropOrder: 1 },
    deleted_at: { type: 'instant', label: 'Deleted' },
    deleted_by: { type: 'readOnly', label: 'Admin', shownIn: 'dataOnly' },
    deleted_by_name: {
      type: 'readOnly',
      label: 'By',
      tableText: ({ deleted_by, deleted_by_name }) => deleted_by_name ?? `user ${deleted_by}`,
      dropOrder: 2,
    },
    purge_at: { type: 'instant', label: 'Kept until', dropOrder: 3 },
  } satisfies FieldsOf<TrashItem>,
  tableOrder: ['id', 'record_id', 'name', 'deleted_at', 'deleted_by_name', 'purge_at', 'batch'],
  emptyMessages: { noRecords: 'Nothing in the trash.', noMatches: 'Nothing in the trash.' },
  searchFields: [],
  titleOf: ({ entity, name }) => `${entity} ${name}`,
  operations: { list: 'listTrash', delete: 'purgeTrashItem' },
  listField: 'items',
}

/** The server's maximum number of items in a page and of ids in a call. */
const PAGE_SIZE = 1000

type TrashFilter = Pick<NonNullable<OperationInput<'listTrash'>['query']>, 'entity' | 'search'>

/** Fetches matching items, last deleted first. */
export async function listTrash(
  filter: TrashFilter,
  client: Client,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ rows: TrashItem[]; total: number }> {
  const rows: TrashItem[] = []
  for (let page = 1; ; page += 1) {
    const page_size = Math.min(limit, PAGE_SIZE)
    const query = { ...filter, page, page_size }
    const { items, total } = await client.call('listTrash', { query })
    rows.push(...items)
    // A page that is not full is the last one, regardless of the total.
    if (items.length < page_size || rows.length >= Math.min(limit, total)) return { rows: rows.slice(0, limit), total }
  }
}

export interface RestoreResult {
  restoredCount: number
  /** The number of requested items that are not in the trash. */
  absentCount: number
  conflicts: Conflict[]
}

/** Restores the records of one batch, or items by id. Repeats each call until nothing is left. */
export async function restoreFromTrash(
  wanted: { batch: string } | { ids: readonly string[] },
  names: NewNames,
  { call }: Client,
): Promise<RestoreResult> {
  const ids = 'ids' in wanted ? wanted.ids : []
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, index) => ({
    ids: ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  }))
  let restoredCount = 0
  const conflicts: Conflict[] = []
  for (const body of 'batch' in wanted ? [wanted] : pages) {
    let response: Schemas['Restored']
    do {
      response = await call('restoreTrash', { body: { ...body, names } })
      restoredCount += response.restored
    } while (response.left > 0 && response.restored > 0)
    // The last response lists all conflicts.
    conflicts.push(...response.conflicts)
  }
  const absentCount = 'ids' in wanted ? ids.length - restoredCount - conflicts.length : 0
  return { restoredCount, absentCount, conflicts }
}

/** Presents the counts, and conflicts as results. */
export function presentRestored({ restoredCount: done, absentCount: absent, conflicts }: RestoreResult): Presentation {
  const results = conflicts.map(toResult)
  const failed = results.length
  const exitCode = failed === 0 ? EXIT.done : done + absent > 0 ? EXIT.partial : EXIT.conflict
  const [first] = results
  const firstError = first && new CliError('conflict', first.error.message, { hint: first.error.hint ?? undefined })
  return presentBulk(
    { results, summary: { total: done + absent + failed, done, absent, failed, skipped: 0 }, exitCode, firstError },
    [`${done} restored`, ...(absent > 0 ? [`${absent} not in the trash`] : [])],
    // The table has no room for the hints.
    exitCode === EXIT.partial ? ['To use another name: rapport trash restore ID --rename ID=NAME'] : [],
    failed > 0 ? [`${failed} in conflict`] : [],
  )
}

function toResult({ id, name, field, message }: Conflict) {
  // All other conflicts are about a name that is taken.
  const hint = ['category_id', 'password'].includes(field)
    ? null
    : `Use another name: rapport trash restore ${id} --rename ${id}=NAME`
  const error = { code: 'conflict', message: `${name}: ${message}`, hint, status: null }
  return { key: String(id), action: 'restore', status: 'failed', error } satisfies BulkResult
}
