import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { DEFAULT_PAGE_SIZE, fullName } from '@rapport/core/entities/users/user.ts'
import { parseSearch } from '@rapport/core/text/fold-text.ts'
import type { Db } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { unprocessableError, requireId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { DAY } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { lockCategories, lockExistingCategory } from '#server/records/category-locks.repo.ts'
import { deleteUnusedImage, lockImages } from '#server/records/image-rows.repo.ts'
import type { DeletedRow, RestoreRule } from '#server/records/restore-rule.ts'
import { deletedRow } from '#server/records/trash-rows.repo.ts'
import { assertMayDelete, assertReason, deletableBy } from '#server/security/account-rules.ts'
import { fieldChanges } from '#server/security/audit/audit-log.ts'
import { deleteReasons } from '#server/security/audit/audit.repo.ts'
import { CONFIRMATION_MINUTES } from '#server/security/identity-confirmation.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import {
  countToPurge,
  deleteItems,
  insertRestored,
  insertTwoFactor,
  lockItems,
  type OwnedRows,
  selectIdsToPurge,
  selectIdsToRestore,
  selectTrashPage,
  type PurgeFilter,
  type TrashItem,
} from './trash.repo.ts'

type TrashDeps = ServiceDeps & { rules: Readonly<Record<EntityName, RestoreRule>> }

interface PurgeScope {
  entities: readonly EntityName[]
  /** Why an admin purges, for the history. */
  reason?: string | undefined
}

type Names = Readonly<Record<string, string>>
type Conflict = Schemas['RestoreConflict']

type RestoreOutcome = {
  conflict?: Pick<Schemas['RestoreConflict'], 'field' | 'message'>
  changes?: Schemas['FieldChange'][]
}

const IDENTITY_NOT_CONFIRMED_MESSAGE = `Restoring an admin requires your password or a code within the last ${CONFIRMATION_MINUTES} minutes. Please sign in again.`
const RETENTION_MS = 30 * DAY
/** Records per transaction, for which other writers wait. */
const CHUNK_SIZE = 100
/** Records restored per request, so that it ends before clients time out. */
const MAX_PER_CALL = 1000

export function createTrashService({ database, clock, audit, rules, identity, requiresReason }: TrashDeps) {
  const { db, longReads, engine, transaction } = database

  async function listTrash(
    caller: Principal,
    query: OperationInput<'listTrash'>['query'],
    signal?: AbortSignal,
  ): Promise<Schemas['TrashPage']> {
    const { page = 1, page_size = DEFAULT_PAGE_SIZE, entity } = query
    const entities = deletableBy(caller).filter((name) => entity === undefined || name === entity)
    // PostgreSQL does not accept an empty list.
    if (entities.length === 0) return { items: [], total: 0 }
    const search = parseSearch(query.search)
    const bounds = { offset: (page - 1) * page_size, limit: page_size }
    const { items, total } = await longReads.run(
      (readDb) => selectTrashPage(readDb, engine, { entities, search }, bounds),
      {
        userId: caller.userId,
        signal,
      },
    )
    return { items: items.map(toItem), total }
  }

  async function restoreTrash(caller: Principal, input: Schemas['RestoreInput']): Promise<Schemas['Restored']> {
    const { batch, ids, names = {} } = input
    if ((batch === undefined) === (ids === undefined))
      throw unprocessableError({ batch: 'Send either a batch or ids.' })
    const selection = { batch: batch?.toLowerCase(), ids: ids?.map((id) => requireId(id, noSuchItemError)) }
    const remainingIds = await selectIdsToRestore(db, selection, deletableBy(caller))
    let restoredCount = 0
    const conflicts: Conflict[] = []
    while (remainingIds.length > 0 && restoredCount < MAX_PER_CALL) {
      const chunk = remainingIds.splice(0, CHUNK_SIZE)
      const result = await transaction((trx) => restoreChunk(trx, caller, chunk, names))
      restoredCount += result.restored
      conflicts.push(...result.conflicts)
    }
    return { restored: restoredCount, left: remainingIds.length, conflicts }
  }

  async function restoreChunk(trx: Db, caller: Principal, ids: readonly number[], names: Names) {
    await lockCategories(trx, engine)
    const items = await lockItems(trx, engine, ids)
    await lockImages(trx, engine, items, { share: true })
    const restoredIds: number[] = []
    const conflicts: Conflict[] = []
    for (const item of items) {
      const { conflict, changes } = await restoreItem(trx, caller, item, names[item.id])
      if (conflict) {
        conflicts.push({ id: item.id, entity: toEntityName(item), name: item.name, ...conflict })
      } else {
        restoredIds.push(item.id)
        await recordEvent(trx, 'restored', caller, item, { changes })
      }
    }
    await deleteItems(trx, restoredIds)
    return { restored: restoredIds.length, conflicts }
  }

  /** Inserts a deleted record again. Returns the conflict, or the fields that had to change. */
  async function restoreItem(
    trx: Db,
    caller: Principal,
    item: TrashItem,
    newValue: string | undefined,
  ): Promise<RestoreOutcome> {
    const { table, uniqueField, uniqueValueOf, input, replaceUnique, takenMessage, availableSlug, refold } =
      rules[toEntityName(item)]
    const conflict = (message: string, field = uniqueField) => ({ conflict: { field, message } })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `moveToTrash`
    const { two_factor, recovery_codes: _, ...storedRow } = JSON.parse(item.row) as DeletedRow & OwnedRows
    if (typeof storedRow.password_hash === 'string' && !identity.isConfirmed(caller))
      return conflict(IDENTITY_NOT_CONFIRMED_MESSAGE, 'password')
    let row = refold ? refold(storedRow) : { ...storedRow }
    if (row.category_id !== undefined && !(await lockExistingCategory(trx, engine, row.category_id))) {
      return conflict('The category of this position does not exist. Restore it first.', 'category_id')
    }
    if (availableSlug && row.slug !== undefined) row.slug = await availableSlug(trx, row.slug)
    const image = item.image === null ? {} : { image: item.image }
    const insert = async () => insertRestored(trx, table, { ...row, ...image, id: item.record_id })
    let isInserted = await insert()
    if (!isInserted && newValue === undefined && storedRow.name_key !== undefined) {
      // Two names that an older version told apart may stay.
      row.name_key = storedRow.name_key
      isInserted = await insert()
    }
    if (!isInserted && newValue !== undefined) {
      if (uniqueField === 'email' && caller.apiToken)
        return conflict('An API token cannot change the email address of a user.')
      const parsed = input.safeParse(newValue)
      if (!parsed.success) return conflict(parsed.error.issues[0]?.message ?? 'This name cannot be used.')
      row = replaceUnique(row, parsed.data)
      // Bumps the version, so that a client with the old name gets 412.
      if (row.version !== undefined) row.version += 1
      isInserted = await insert()
    }
    if (!isInserted) return conflict(takenMessage(uniqueValueOf(row)))
    await insertTwoFactor(trx, two_factor)
    if (typeof row.password_hash === 'string') {
      await insertMail(trx, { kind: 'admin_restored', recipient: uniqueValueOf(row), now: clock().getTime() })
    }
    const namedValues = (values: DeletedRow) => ({
      [uniqueField]: uniqueValueOf(values),
      ...(availableSlug && { slug: values.slug }),
    })
    const changes = fieldChanges(namedValues(storedRow), namedValues(row))
    return { changes: item.entity === 'user' ? changes.map((change) => ({ field: change.field })) : changes }
  }

  async function purgeTrashItem(caller: Principal, givenId: string, reason?: string): Promise<void> {
    assertReason(requiresReason, reason)
    const id = requireId(givenId, noSuchItemError)
    const purgedCount = await transaction((trx) =>
      purgeChunk(trx, caller, [id], { entities: deletableBy(caller), reason }),
    )
    if (purgedCount === 0) throw noSuchItemError()
  }

  async function emptyTrash(caller: Principal, reason?: string): Promise<Schemas['Purged']> {
    assertReason(requiresReason, reason)
    const filter = { entities: deletableBy(caller), excludesAccounts: caller.apiToken !== undefined, reason }
    const purgedCount = await purgeUpTo(MAX_PER_CALL, caller, filter)
    return { purged: purgedCount, left: await countToPurge(db, filter) }
  }

  async function purgeExpired(): Promise<void> {
    await purgeUpTo(Infinity, 'server', { entities: ENTITY_NAMES, deletedBefore: clock().getTime() - RETENTION_MS })
  }

  async function purgeUpTo(max: number, actor: Principal | 'server', filter: PurgeFilter & PurgeScope) {
    let purgedCount = 0
    while (purgedCount < max) {
      const ids = await selectIdsToPurge(db, filter, CHUNK_SIZE)
      if (ids.length === 0) break
      purgedCount += await transaction((trx) => purgeChunk(trx, actor, ids, filter))
    }
    return purgedCount
  }

  async function purgeChunk(
    trx: Db,
    actor: Principal | 'server',
    ids: readonly number[],
    { entities, reason }: PurgeScope,
  ): Promise<number> {
    const items = (await lockItems(trx, engine, ids)).filter((item) => entities.includes(toEntityName(item)))
    if (actor !== 'server') for (const item of items) assertMayDelete(actor, deletedRow(item))
    const itemIds = items.map(({ id }) => id)
    await deleteItems(trx, itemIds)
    for (const image of await lockImages(trx, engine, items)) await deleteUnusedImage(trx, image)
    for (const item of items) {
      if (item.entity === 'user') await deleteReasons(trx, item.record_id)
      await recordEvent(trx, 'purged', actor, item, { reason })
    }
    return items.length
  }

  async function recordEvent(
    trx: Db,
    action: 'restored' | 'purged',
    actor: Principal | 'server',
    item: TrashItem,
    details: { changes?: Schemas['FieldChange'][] | undefined; reason?: string | undefined } = {},
  ) {
    const type = toEntityName(item)
    const target = { type, id: item.record_id }
    // Nothing else keeps the name of a purged record, and nothing may keep that of a person.
    const detail = action === 'purged' && type !== 'user' ? { detail: item.name } : {}
    await audit.record(trx, { event: `${type}.${action}`, actor, target, ...details, ...detail })
  }

  return { listTrash, restoreTrash, purgeTrashItem, emptyTrash, purgeExpired }
}

function toEntityName({ entity }: { entity: string }): EntityName {
  const entityName = ENTITY_NAMES.find((name) => name === entity)
  if (entityName === undefined) throw new TypeError(`The trash contains no ${entity}.`)
  return entityName
}

type ListedItem = Awaited<ReturnType<typeof selectTrashPage>>['items'][number]

function toItem({ first_name, last_name, email, deleted_at, ...item }: ListedItem): Schemas['TrashItem'] {
  return {
    ...item,
    entity: toEntityName(item),
    deleted_at: new Date(deleted_at).toISOString(),
    deleted_by_name: fullName({ first_name, last_name }) ?? email,
    purge_at: new Date(deleted_at + RETENTION_MS).toISOString(),
  }
}

function noSuchItemError(): DomainError {
  return new DomainError('not_found', 'There is no such item in the trash. It may have been restored or purged.')
}
