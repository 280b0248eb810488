import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { BulkResult } from '#cli/api/bulk.ts'
import { bulkDocument } from '#cli/output/bulk-document.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/output/document.ts'
import type { ProgressView } from '#cli/tui/progress.tsx'
import type { CallDeps, Entity, FieldsOf } from '@rapport/core/entities/entity.ts'
import { localTime } from '#cli/output/local-time.ts'

export type TrashItem = Schemas['TrashItem']
type Conflict = Schemas['RestoreConflict']
/** New names by item id. */
export type NewNames = Readonly<Record<string, string>>

/** Describes items of the trash for lists and prompts. */
export const trashItems: Entity<TrashItem> = {
  noun: 'trash',
  singular: 'item',
  plural: 'items',
  fields: {
    id: { type: 'id', label: 'ID' },
    entity: { type: 'readOnly', label: 'Kind', shownIn: 'data' },
    record_id: { type: 'readOnly', label: 'Record', tableText: ({ entity, record_id }) => `${entity} ${record_id}` },
    name: { type: 'readOnly', label: 'Name' },
    batch: { type: 'readOnly', label: 'Batch', dropOrder: 1 },
    deleted_at: { type: 'readOnly', label: 'Deleted', tableText: ({ deleted_at }) => localTime(deleted_at) },
    deleted_by: { type: 'readOnly', label: 'Admin', shownIn: 'data' },
    deleted_by_name: {
      type: 'readOnly',
      label: 'By',
      tableText: ({ deleted_by, deleted_by_name }) => deleted_by_name ?? `user ${deleted_by}`,
      dropOrder: 2,
    },
    purge_at: { type: 'readOnly', label: 'Kept until', tableText: ({ purge_at }) => localTime(purge_at), dropOrder: 3 },
  } satisfies FieldsOf<TrashItem>,
  tableOrder: ['id', 'record_id', 'name', 'deleted_at', 'deleted_by_name', 'purge_at', 'batch'],
  emptyMessages: { noRecords: 'Nothing in the trash.', noMatches: 'Nothing in the trash.' },
  searchFields: [],
  titleOf: ({ entity, name }) => `${entity} ${name}`,
  list: async (deps) => (await listTrash({}, deps)).rows,
  delete: {
    operation: 'purgeTrashItem',
    send: (id, { api, signal }) => unwrap(api.DELETE('/api/admin/trash/{id}', { params: { path: { id } }, signal })),
  },
}

/** The server's maximum, for pages and for ids in a call. */
const PAGE_SIZE = 1000

type Filter = Pick<NonNullable<OperationInput<'listTrash'>['query']>, 'entity' | 'search'>

/** Fetches matching items, last deleted first. */
export async function listTrash(
  filter: Filter,
  deps: CallDeps,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ rows: TrashItem[]; total: number }> {
  const { api, call, signal } = deps
  const rows: TrashItem[] = []
  for (let page = 1; ; page += 1) {
    const page_size = Math.min(limit, PAGE_SIZE)
    const query = { ...filter, page, page_size }
    const { items, total } = await call('listTrash', () =>
      unwrap(api.GET('/api/admin/trash', { params: { query }, signal })),
    )
    rows.push(...items)
    // A page that is not full is the last one, regardless of the total.
    if (items.length < page_size || rows.length >= Math.min(limit, total)) return { rows: rows.slice(0, limit), total }
  }
}

export interface RestoreResult {
  done: number
  /** Requested items that are not in the trash. */
  absent: number
  conflicts: Conflict[]
}

type RestoreDeps = CallDeps & Pick<Deps, 'terminal'>

/** Restores all records of one batch. */
export async function restoreBatch(batch: string, names: NewNames, deps: RestoreDeps): Promise<RestoreResult> {
  return { ...(await restore([{ batch, names }], undefined, deps)), absent: 0 }
}

export async function restoreItems(ids: readonly string[], names: NewNames, deps: RestoreDeps): Promise<RestoreResult> {
  const bodies = []
  for (let at = 0; at < ids.length; at += PAGE_SIZE) bodies.push({ ids: ids.slice(at, at + PAGE_SIZE), names })
  const { done, conflicts } = await restore(bodies, ids.length, deps)
  return { done, absent: ids.length - done - conflicts.length, conflicts }
}

/** Repeats each call until nothing is left. The size of a batch is known after the first call. */
async function restore(bodies: readonly Schemas['RestoreInput'][], total: number | undefined, deps: RestoreDeps) {
  const { api, call, signal, terminal } = deps
  let done = 0
  const conflicts: Conflict[] = []
  let progress: ProgressView | undefined
  const send = (body: Schemas['RestoreInput']) =>
    call('restoreTrash', () => unwrap(api.POST('/api/admin/trash/restore', { body, signal })))
  try {
    for (const body of bodies) {
      for (;;) {
        const { restored, left, conflicts: found } = await send(body)
        done += restored
        if (left > 0 || body !== bodies.at(-1)) {
          progress ??= await terminal.progress(total ?? done + left, 'Restoring')
        }
        progress?.update(done, 0)
        if (left > 0 && restored > 0) continue
        // The last response lists all conflicts.
        conflicts.push(...found)
        break
      }
    }
    return { done, conflicts }
  } finally {
    progress?.stop()
  }
}

/** Presents the counts, and conflicts as results. */
export function presentRestored({ done, absent, conflicts }: RestoreResult): Presentation {
  const results = conflicts.map(resultOf)
  const failed = results.length
  const summary = { total: done + absent + failed, done, absent, failed, skipped: 0 }
  const exitCode = failed === 0 ? EXIT.done : done + absent > 0 ? EXIT.partial : EXIT.conflict
  const info = [
    `${done} restored`,
    ...(absent > 0 ? [`${absent} not in the trash`] : []),
    ...(failed > 0 ? [`${failed} in conflict`] : []),
  ].join(', ')
  // The table has no room for the hints.
  const hints = exitCode === EXIT.partial ? ['To use another name: rapport trash restore ID --rename ID=NAME'] : []
  const [first] = results
  const problem = exitCode === EXIT.conflict && first ? conflictError(first) : undefined
  const document = bulkDocument({ results, summary })
  return {
    // The error of a single item is printed below.
    document: { ...document, ...(problem && failed === 1 && { table: () => '' }) },
    info: [info, ...hints].join('\n'),
    exitCode,
    problem,
  }
}

function resultOf({ id, name, field, message }: Conflict) {
  // All other conflicts are about a name that is taken.
  const hint = ['category_id', 'password'].includes(field)
    ? null
    : `Use another name: rapport trash restore ${id} --rename ${id}=NAME`
  const error = { code: 'conflict', message: `${name}: ${message}`, hint, status: null }
  return { key: String(id), action: 'restore', status: 'failed', error } satisfies BulkResult
}

function conflictError({ error }: ReturnType<typeof resultOf>): CliError {
  return new CliError(error.code, error.message, { hint: error.hint ?? undefined, exitCode: EXIT.conflict })
}
