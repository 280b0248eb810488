import type { Schemas } from '@rapport/core/api/contract-types.ts'
import {
  newPositionInput,
  positionChangesInput,
  type PositionChangesInput,
} from '@rapport/core/entities/positions/position.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import type { Database, Db } from '#server/db/client.ts'
import { lockExistingCategory } from '#server/db/queries/category-locks.ts'
import { deleteUnusedImage, lockAndStoreImages } from '#server/db/queries/image-rows.ts'
import { moveToTrash } from '#server/db/queries/trash-rows.ts'
import { namedRecordRule, type RestoreRule } from '#server/db/restore-rule.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import type { DeletionOptions } from '#server/domain/deletion-options.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ImageProcessor } from '#server/domain/image-processor.ts'
import { mediaPath } from '#server/domain/media-path.ts'
import { parseInput, unprocessableError } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { requireId } from '#server/domain/record-id.ts'
import { assertVersion } from '#server/domain/version.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import {
  deletePositionRow,
  insertPositionRow,
  type ListedPosition,
  lockPosition,
  type PositionValues,
  selectPositionRow,
  selectPositionRows,
  toPositionTexts,
  updatePositionRow,
} from './positions.repo.ts'

type Position = Schemas['Position']

export type PositionsService = ReturnType<typeof createPositionsService>

interface PositionsDeps {
  database: Database
  images: ImageProcessor
  clock: () => Date
  audit: AuditLog
}

/** The form before core's input has validated it. */
interface PositionForm {
  category_id: string | number
  sub_cat_image?: Blob
}

export function createPositionsService({ database, images, clock, audit }: PositionsDeps) {
  const { db, engine, transaction } = database

  async function listPositions(): Promise<Position[]> {
    return (await selectPositionRows(db)).map(toPosition)
  }

  async function createPosition(caller: Principal, form: PositionForm): Promise<Position> {
    const input = parseInput(newPositionInput, await withDetectedImageType(form))
    const categoryId = requireId(input.category_id, noSuchCategoryError)
    const image = await images.prepare(input.sub_cat_image, 'sub_cat_image')
    return transaction(async (trx) => {
      if (!(await lockExistingCategory(trx, engine, categoryId))) throw noSuchCategoryError()
      const now = clock().getTime()
      await lockAndStoreImages(trx, engine, { newImage: image, now })
      const id = await insertPositionRow(trx, toPositionValues(input, categoryId, image.sha256), now)
      return recordSave(trx, caller, id)
    }).catch(refuseTakenName(input.subcategory_name))
  }

  async function updatePosition(
    caller: Principal,
    givenId: string | number,
    form: PositionForm,
    ifMatch?: string,
  ): Promise<Position> {
    const input = parseInput(positionChangesInput, await withDetectedImageType(form))
    const categoryId = requireId(input.category_id, noSuchCategoryError)
    const id = requireId(givenId, noSuchPositionError)
    const newImage = input.sub_cat_image && (await images.prepare(input.sub_cat_image, 'sub_cat_image'))
    return transaction(async (trx) => {
      const before = await lockPosition(trx, engine, id)
      if (before === undefined) throw noSuchPositionError()
      assertVersion(before, ifMatch)
      const positionBefore = await readPosition(trx, id)
      if (!(await lockExistingCategory(trx, engine, categoryId))) throw noSuchCategoryError()
      const oldImage = newImage ? before.image : null
      await lockAndStoreImages(trx, engine, { newImage, oldImage, now: clock().getTime() })
      const values = toPositionValues(input, categoryId, newImage?.sha256 ?? before.image)
      await updatePositionRow(trx, id, { ...values, ...toPositionTexts(input, before) })
      await deleteUnusedImage(trx, oldImage)
      return recordSave(trx, caller, id, positionBefore)
    }).catch(refuseTakenName(input.subcategory_name))
  }

  async function deletePosition(
    caller: Principal,
    givenId: string,
    { batch, ifMatch }: DeletionOptions,
  ): Promise<void> {
    const id = requireId(givenId, noSuchPositionError)
    await transaction(async (trx) => {
      const row = await deletePositionRow(trx, id)
      if (row === undefined) throw noSuchPositionError()
      // Checked on the deleted row: a refusal rolls the deletion back.
      assertVersion(row, ifMatch)
      const now = clock().getTime()
      await moveToTrash(trx, { entity: 'position', row, names: [row.name], batch, actor: caller, now })
      await audit.record(trx, { event: 'position.deleted', actor: caller, target: { type: 'position', id } })
    })
  }

  async function recordSave(trx: Db, actor: Principal, id: number, before?: Position): Promise<Position> {
    const after = await readPosition(trx, id)
    await audit.recordSave(trx, { entity: 'position', id, actor, before, after })
    return after
  }

  async function readPosition(trx: Db, id: number): Promise<Position> {
    return toPosition(await selectPositionRow(trx, id))
  }

  async function withDetectedImageType({ category_id, sub_cat_image, ...texts }: PositionForm) {
    return {
      ...texts,
      category_id: String(category_id),
      ...(sub_cat_image && { sub_cat_image: await images.identify(sub_cat_image) }),
    }
  }

  return { listPositions, createPosition, updatePosition, deletePosition }
}

function toPositionValues(input: PositionChangesInput, category_id: number, image: string | null): PositionValues {
  const name = input.subcategory_name
  return { category_id, name, name_key: nameKey(name), image, ...toPositionTexts(input) }
}

export const positionRestore: RestoreRule = {
  ...namedRecordRule,
  table: 'positions',
  uniqueField: 'subcategory_name',
  input: positionChangesInput.shape.subcategory_name,
  takenMessage: (name) => `Another position of this category now has the name “${name}”.`,
}

function refuseTakenName(name: string) {
  const message = `This category already has a position named “${name}”.`
  return refuseDuplicate('positions', ['category_id', 'name_key'], ['subcategory_name', message])
}

function noSuchCategoryError(): DomainError {
  return unprocessableError({ category_id: 'This category no longer exists. Please select another one.' })
}

function noSuchPositionError(): DomainError {
  return new DomainError('not_found', 'There is no such position.')
}

/** Returns a position; `Required` makes the compiler report a missing field. */
function toPosition({ name, category_name, image, media_type, ...row }: ListedPosition): Required<Position> {
  return {
    ...row,
    category: { category_name },
    subcategory_name: name,
    sub_cat_image: mediaPath(image, media_type),
  }
}
