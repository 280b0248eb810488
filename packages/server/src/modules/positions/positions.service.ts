import {
  newPositionInput,
  type Position,
  positionChangesInput,
  type PositionChangesInput,
} from '@rapport/core/positions/position.ts'
import type { AuditEvent } from '#server/security/audit-events.ts'
import type { AuditLog } from '#server/security/audit-log.ts'
import { checkedInput, unprocessable } from '#server/domain/checked-input.ts'
import type { Database, Db } from '#server/db/client.ts'
import { violates } from '#server/db/constraint-violation.ts'
import { dropUnusedImage, holdImages } from '#server/db/image-rows.ts'
import { nameKey } from '#server/db/name-key.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ImageIntake } from '#server/domain/image-intake.ts'
import { mediaPath } from '#server/domain/media-path.ts'
import { parseId } from '#server/domain/record-id.ts'
import type { Principal } from '#server/domain/principal.ts'
import {
  deletePositionRow,
  insertPositionRow,
  keepCategory,
  type ListedPosition,
  lockPosition,
  type PositionValues,
  selectPositionRow,
  selectPositionRows,
  textsOf,
  updatePositionRow,
} from './positions.repo.ts'

export type PositionsService = ReturnType<typeof positionsService>

interface PositionsDeps {
  database: Database
  images: ImageIntake
  clock: () => Date
  audit: AuditLog
}

/** What was sent, before core's input has checked it. */
interface PositionForm {
  category_id: string | number
  sub_cat_image?: Blob
}

/** The positions of the categories: listing, adding, changing and deleting them. */
export function positionsService({ database, images, clock, audit }: PositionsDeps) {
  const { db, engine, transaction } = database

  async function list(): Promise<Position[]> {
    return (await selectPositionRows(db)).map(toPosition)
  }

  async function add(caller: Principal, form: PositionForm): Promise<Position> {
    const input = checkedInput(newPositionInput, await identified(form))
    const categoryId = knownId(input.category_id)
    const taken = await images.prepare(input.sub_cat_image, 'sub_cat_image')
    return saved(input, async () =>
      transaction(async (trx) => {
        if (!(await keepCategory(trx, engine, categoryId))) throw noSuchCategory()
        const now = clock().getTime()
        await holdImages(trx, engine, { taken, left: null, now })
        const id = await insertPositionRow(trx, valuesOf(input, categoryId, taken.sha256), now)
        await record(trx, 'position.created', caller, id)
        return toPosition(await selectPositionRow(trx, id))
      }),
    )
  }

  async function change(caller: Principal, idGiven: string | number, form: PositionForm): Promise<Position> {
    const input = checkedInput(positionChangesInput, await identified(form))
    const categoryId = knownId(input.category_id)
    const id = parseId(idGiven)
    if (id === undefined) throw noSuchPosition()
    const taken = input.sub_cat_image && (await images.prepare(input.sub_cat_image, 'sub_cat_image'))
    return saved(input, async () =>
      transaction(async (trx) => {
        const before = await lockPosition(trx, engine, id)
        if (before === undefined) throw noSuchPosition()
        if (!(await keepCategory(trx, engine, categoryId))) throw noSuchCategory()
        const left = taken ? before.image : null
        await holdImages(trx, engine, { taken, left, now: clock().getTime() })
        const values = valuesOf(input, categoryId, taken?.sha256 ?? before.image)
        await updatePositionRow(trx, id, { ...values, ...textsOf(input, before) })
        await dropUnusedImage(trx, left)
        await record(trx, 'position.updated', caller, id)
        return toPosition(await selectPositionRow(trx, id))
      }),
    )
  }

  async function remove(caller: Principal, idText: string): Promise<void> {
    const id = parseId(idText)
    if (id === undefined) throw noSuchPosition()
    await transaction(async (trx) => {
      const before = await lockPosition(trx, engine, id)
      if (before === undefined) throw noSuchPosition()
      await holdImages(trx, engine, { taken: undefined, left: before.image, now: clock().getTime() })
      await deletePositionRow(trx, id)
      await dropUnusedImage(trx, before.image)
      await record(trx, 'position.deleted', caller, id)
    })
  }

  async function record(trx: Db, event: AuditEvent, by: Principal, id: number): Promise<void> {
    await audit.record(trx, { event, by, target: { type: 'position', id } })
  }

  async function identified({ category_id, sub_cat_image, ...texts }: PositionForm) {
    return {
      ...texts,
      category_id: String(category_id),
      ...(sub_cat_image && { sub_cat_image: await images.identify(sub_cat_image) }),
    }
  }

  return { list, add, change, remove }
}

function valuesOf(input: PositionChangesInput, category_id: number, image: string | null): PositionValues {
  const name = input.subcategory_name
  return { category_id, name, name_key: nameKey(name), image, ...textsOf(input) }
}

async function saved({ subcategory_name }: PositionChangesInput, save: () => Promise<Position>): Promise<Position> {
  try {
    return await save()
  } catch (error) {
    if (!violates(error, 'positions.name')) throw error
    const text = `This category already has a position named “${subcategory_name}”.`
    throw new DomainError('conflict', text, { fields: { subcategory_name: text } })
  }
}

function knownId(text: string): number {
  const id = parseId(text)
  if (id === undefined) throw noSuchCategory()
  return id
}

function noSuchCategory(): DomainError {
  return unprocessable({ category_id: 'There is no such category any more. Please select another one.' })
}

function noSuchPosition(): DomainError {
  return new DomainError('not_found', 'There is no such position.')
}

/** All of it is required here, so that no column is forgotten. */
function toPosition({ name, category_name, image, media_type, ...row }: ListedPosition): Required<Position> {
  return {
    ...row,
    category: { category_name },
    subcategory_name: name,
    sub_cat_image: image === null || media_type === null ? null : mediaPath(image, media_type),
  }
}
