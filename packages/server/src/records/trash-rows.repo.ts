import type { EntityName } from '@rapport/core/api/operations.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { compiledInsert } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'
import type { DeletedRow } from './restore-rule.ts'

interface DeletedRecord {
  entity: EntityName
  /** The deleted row; for a user, with the rows of two-factor authentication. */
  row: { id: number; image?: string | null }
  /** Searchable texts; the first that is not empty is the name shown. */
  names: readonly (string | null | undefined)[]
  batch: string | undefined
  actor: { userId: number }
  now: number
}

/** Stores a deleted row. Call it in the transaction of the deletion. */
export async function moveToTrash(trx: Db, { entity, row, names, batch, actor, now }: DeletedRecord): Promise<void> {
  const { id, image = null, ...columns } = row
  const nonEmptyNames = names.filter(Boolean)
  await insertItem(trx, {
    batch: batch?.toLowerCase() ?? null,
    entity,
    record_id: id,
    name: nonEmptyNames[0] ?? '',
    search_text: foldText(nonEmptyNames.join(' ')),
    row: JSON.stringify(columns),
    image,
    deleted_at: now,
    deleted_by: actor.userId,
  })
}

/** Deletes a record from the trash and returns its row; undefined if it is not in the trash. */
export async function deleteFromTrash(trx: Db, entity: EntityName, recordId: number): Promise<DeletedRow | undefined> {
  const item = await trx
    .deleteFrom('trash_items')
    .where('entity', '=', entity)
    .where('record_id', '=', recordId)
    .returning('row')
    .executeTakeFirst()
  return item && deletedRow(item)
}

export function deletedRow({ row }: { row: string }): DeletedRow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `moveToTrash`
  return JSON.parse(row) as DeletedRow
}

type NewItem = Required<Omit<Insertable<Schema['trash_items']>, 'id'>>

const insertItem: (trx: Db, row: NewItem) => Promise<unknown> = compiledInsert('trash_items')
