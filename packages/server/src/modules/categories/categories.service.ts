import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { categoryChangesInput, newCategoryInput } from '@rapport/core/entities/categories/category.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import type { Database, Db } from '#server/db/client.ts'
import { lockCategories } from '#server/db/queries/category-locks.ts'
import { deleteUnusedImage, lockAndStoreImages } from '#server/db/queries/image-rows.ts'
import { moveToTrash } from '#server/db/queries/trash-rows.ts'
import { namedRecordRule, type RestoreRule } from '#server/db/restore-rule.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import type { DeletionOptions } from '#server/domain/deletion-options.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ImageProcessor } from '#server/domain/image-processor.ts'
import { mediaPath } from '#server/domain/media-path.ts'
import { parseInput } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { requireId } from '#server/domain/record-id.ts'
import { assertVersion } from '#server/domain/version.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import {
  countPositions,
  deleteCategoryRow,
  insertCategoryRow,
  type ListedCategory,
  lockCategory,
  selectCategoryRow,
  selectCategoryRows,
  updateCategoryRow,
} from './categories.repo.ts'
import { availableSlug } from './category-slug.repo.ts'
import { toSlug } from './category-slug.ts'

type Category = Schemas['Category']

export type CategoriesService = ReturnType<typeof createCategoriesService>

interface CategoriesDeps {
  database: Database
  images: ImageProcessor
  clock: () => Date
  audit: AuditLog
}

interface CategoryForm {
  category_name: string
  category_image?: Blob
}

export function createCategoriesService({ database, images, clock, audit }: CategoriesDeps) {
  const { db, engine, transaction } = database

  async function listCategories(): Promise<Category[]> {
    return (await selectCategoryRows(db)).map(toCategory)
  }

  async function createCategory(caller: Principal, form: CategoryForm): Promise<Category> {
    const { category_name: name, category_image } = parseInput(newCategoryInput, await withDetectedImageType(form))
    const image = await images.prepare(category_image, 'category_image')
    return transaction(async (trx) => {
      await lockCategories(trx, engine)
      const now = clock().getTime()
      await lockAndStoreImages(trx, engine, { newImage: image, now })
      const values = { name, name_key: nameKey(name), slug: toSlug(name, 'category'), image: image.sha256 }
      const id = await insertCategoryRow(trx, values, now)
      return recordSave(trx, caller, id)
    }).catch(refuseTakenName(name))
  }

  async function updateCategory(
    caller: Principal,
    givenId: string | number,
    form: CategoryForm,
    ifMatch?: string,
  ): Promise<Category> {
    const { category_name: name, category_image } = parseInput(categoryChangesInput, await withDetectedImageType(form))
    const id = requireId(givenId, noSuchCategoryError)
    const newImage = category_image && (await images.prepare(category_image, 'category_image'))
    return transaction(async (trx) => {
      await lockCategories(trx, engine)
      const before = await lockCategory(trx, engine, id)
      if (before === undefined) throw noSuchCategoryError()
      assertVersion(before, ifMatch)
      const categoryBefore = await readCategory(trx, id)
      const oldImage = newImage ? before.image : null
      await lockAndStoreImages(trx, engine, { newImage, oldImage, now: clock().getTime() })
      await updateCategoryRow(trx, id, { name, name_key: nameKey(name), image: newImage?.sha256 ?? before.image })
      await deleteUnusedImage(trx, oldImage)
      return recordSave(trx, caller, id, categoryBefore)
    }).catch(refuseTakenName(name))
  }

  async function deleteCategory(
    caller: Principal,
    givenId: string,
    { batch, ifMatch }: DeletionOptions,
  ): Promise<void> {
    const id = requireId(givenId, noSuchCategoryError)
    await transaction(async (trx) => {
      await lockCategories(trx, engine)
      const before = await lockCategory(trx, engine, id)
      if (before === undefined) throw noSuchCategoryError()
      assertVersion(before, ifMatch)
      const positions = await countPositions(trx, id)
      if (positions > 0) throw stillInUseError(positions)
      const row = await deleteCategoryRow(trx, id)
      const now = clock().getTime()
      await moveToTrash(trx, { entity: 'category', row, names: [row.name], batch, actor: caller, now })
      await audit.record(trx, { event: 'category.deleted', actor: caller, target: { type: 'category', id } })
    })
  }

  async function recordSave(trx: Db, actor: Principal, id: number, before?: Category): Promise<Category> {
    const after = await readCategory(trx, id)
    await audit.recordSave(trx, { entity: 'category', id, actor, before, after })
    return after
  }

  async function readCategory(trx: Db, id: number): Promise<Category> {
    return toCategory(await selectCategoryRow(trx, id))
  }

  async function withDetectedImageType({ category_image, ...fields }: CategoryForm) {
    return { ...fields, ...(category_image && { category_image: await images.identify(category_image) }) }
  }

  return { listCategories, createCategory, updateCategory, deleteCategory }
}

export const categoryRestore: RestoreRule = {
  ...namedRecordRule,
  table: 'categories',
  uniqueField: 'category_name',
  input: categoryChangesInput.shape.category_name,
  availableSlug,
  takenMessage: (name) => `Another category now has the name “${name}”.`,
}

function refuseTakenName(name: string) {
  const message = `There is already a category named “${name}”.`
  return refuseDuplicate('categories', ['name_key'], ['category_name', message])
}

function stillInUseError(positions: number): DomainError {
  const remaining =
    positions === 1 ? 'a position. Please delete or move it' : `${positions} positions. Please delete or move them`
  return new DomainError('conflict', `This category still has ${remaining} first.`)
}

function noSuchCategoryError(): DomainError {
  return new DomainError('not_found', 'There is no such category.')
}

function toCategory({ id, name, slug, image, media_type, version }: ListedCategory): Category {
  return {
    id,
    category_name: name,
    slug,
    category_image: mediaPath(image, media_type),
    version,
  }
}
