import { type Category, categoryChangesInput, newCategoryInput } from '@rapport/core/categories/category.ts'
import type { AuditEvent } from '#server/security/audit-events.ts'
import type { AuditLog } from '#server/security/audit-log.ts'
import { checkedInput } from '#server/domain/checked-input.ts'
import type { Database, Db } from '#server/db/client.ts'
import { violates } from '#server/db/constraint-violation.ts'
import { dropUnusedImage, holdImages } from '#server/db/image-rows.ts'
import { nameKey, slugOf } from '#server/db/name-key.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ImageIntake } from '#server/domain/image-intake.ts'
import { mediaPath } from '#server/domain/media-path.ts'
import { parseId } from '#server/domain/record-id.ts'
import type { Principal } from '#server/domain/principal.ts'
import {
  countPositionsOf,
  deleteCategoryRow,
  insertCategoryRow,
  type ListedCategory,
  lockCategories,
  lockCategory,
  selectCategoryRow,
  selectCategoryRows,
  updateCategoryRow,
} from './categories.repo.ts'

export type CategoriesService = ReturnType<typeof categoriesService>

interface CategoriesDeps {
  database: Database
  images: ImageIntake
  clock: () => Date
  audit: AuditLog
}

interface CategoryForm {
  category_name: string
  category_image?: Blob
}

/** The categories of positions: listing, adding, changing and deleting them. */
export function categoriesService({ database, images, clock, audit }: CategoriesDeps) {
  const { db, engine, transaction } = database

  async function list(): Promise<Category[]> {
    return (await selectCategoryRows(db)).map(toCategory)
  }

  async function add(caller: Principal, form: CategoryForm): Promise<Category> {
    const { category_name: name, category_image } = checkedInput(newCategoryInput, await identified(form))
    const taken = await images.prepare(category_image, 'category_image')
    return saved(name, async () =>
      transaction(async (trx) => {
        await lockCategories(trx, engine)
        const now = clock().getTime()
        await holdImages(trx, engine, { taken, left: null, now })
        const values = { name, name_key: nameKey(name), slug: slugOf(name, 'category'), image: taken.sha256 }
        const id = await insertCategoryRow(trx, values, now)
        await record(trx, 'category.created', caller, id)
        return toCategory(await selectCategoryRow(trx, id))
      }),
    )
  }

  async function change(caller: Principal, idGiven: string | number, form: CategoryForm): Promise<Category> {
    const { category_name: name, category_image } = checkedInput(categoryChangesInput, await identified(form))
    const id = parseId(idGiven)
    if (id === undefined) throw noSuchCategory()
    const taken = category_image && (await images.prepare(category_image, 'category_image'))
    return saved(name, async () =>
      transaction(async (trx) => {
        await lockCategories(trx, engine)
        const before = await lockCategory(trx, engine, id)
        if (before === undefined) throw noSuchCategory()
        const left = taken ? before.image : null
        await holdImages(trx, engine, { taken, left, now: clock().getTime() })
        await updateCategoryRow(trx, id, { name, name_key: nameKey(name), image: taken?.sha256 ?? before.image })
        await dropUnusedImage(trx, left)
        await record(trx, 'category.updated', caller, id)
        return toCategory(await selectCategoryRow(trx, id))
      }),
    )
  }

  async function remove(caller: Principal, idText: string): Promise<void> {
    const id = parseId(idText)
    if (id === undefined) throw noSuchCategory()
    await transaction(async (trx) => {
      await lockCategories(trx, engine)
      const before = await lockCategory(trx, engine, id)
      if (before === undefined) throw noSuchCategory()
      const positions = await countPositionsOf(trx, id)
      if (positions > 0) throw stillInUse(positions)
      await holdImages(trx, engine, { taken: undefined, left: before.image, now: clock().getTime() })
      await deleteCategoryRow(trx, id)
      await dropUnusedImage(trx, before.image)
      await record(trx, 'category.deleted', caller, id)
    })
  }

  async function record(trx: Db, event: AuditEvent, by: Principal, id: number): Promise<void> {
    await audit.record(trx, { event, by, target: { type: 'category', id } })
  }

  async function identified({ category_image, ...texts }: CategoryForm) {
    return { ...texts, ...(category_image && { category_image: await images.identify(category_image) }) }
  }

  return { list, add, change, remove }
}

async function saved(name: string, save: () => Promise<Category>): Promise<Category> {
  try {
    return await save()
  } catch (error) {
    if (!violates(error, 'categories.name')) throw error
    const text = `There is already a category named “${name}”.`
    throw new DomainError('conflict', text, { fields: { category_name: text } })
  }
}

function stillInUse(positions: number): DomainError {
  const count = positions === 1 ? 'one position' : `${positions} positions`
  return new DomainError('conflict', `This category still has ${count}. Please delete or move them first.`)
}

function noSuchCategory(): DomainError {
  return new DomainError('not_found', 'There is no such category.')
}

function toCategory({ id, name, slug, image, media_type }: ListedCategory): Category {
  return {
    id,
    category_name: name,
    slug,
    category_image: image === null || media_type === null ? null : mediaPath(image, media_type),
  }
}
