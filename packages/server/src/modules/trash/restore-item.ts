import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Database, Db } from '#server/db/client.ts'
import type { Principal } from '#server/domain/principal.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { lockExistingCategory } from '#server/records/category-locks.repo.ts'
import type { DeletedRow, RestoreRule } from '#server/records/restore-rule.ts'
import { fieldChanges } from '#server/security/audit/audit-log.ts'
import { CONFIRMATION_MINUTES, type IdentityConfirmation } from '#server/security/identity-confirmation.ts'
import { insertRestored, insertTwoFactor, type OwnedRows, type TrashItem } from './trash.repo.ts'

interface RestoreContext {
  caller: Principal
  rule: RestoreRule
  newValue: string | undefined
  engine: Database['engine']
  identity: IdentityConfirmation
  now: number
}

type RestoreOutcome = {
  conflict?: Pick<Schemas['RestoreConflict'], 'field' | 'message'>
  changes?: Schemas['FieldChange'][]
}

const IDENTITY_NOT_CONFIRMED_MESSAGE = `Restoring an admin requires your password or a code within the last ${CONFIRMATION_MINUTES} minutes. Please sign in again.`

/** Inserts a deleted record again. Returns the conflict, or the fields that had to change. */
export async function restoreItem(
  trx: Db,
  item: TrashItem,
  { caller, rule, newValue, engine, identity, now }: RestoreContext,
): Promise<RestoreOutcome> {
  const { table, uniqueField, uniqueValueOf, input, replaceUnique, takenMessage, availableSlug, refold } = rule
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
    await insertMail(trx, { kind: 'admin_restored', recipient: uniqueValueOf(row), now })
  }
  const namedValues = (values: DeletedRow) => ({
    [uniqueField]: uniqueValueOf(values),
    ...(availableSlug && { slug: values.slug }),
  })
  const changes = fieldChanges(namedValues(storedRow), namedValues(row))
  return { changes: item.entity === 'user' ? changes.map((change) => ({ field: change.field })) : changes }
}
