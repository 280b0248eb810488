import type { Schemas } from '@rapport/core/api/contract-types.ts'
import {
  type CategoryChangesInput,
  categoryChangesInput,
  newCategoryInput,
} from '@rapport/core/entities/categories/category.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import { lockCategories } from '#server/records/category-locks.repo.ts'
import { createRecordService } from '#server/records/record-service.ts'
import { namedRecordRule, type RestoreRule } from '#server/records/restore-rule.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import {
  availableSlug,
  countPositions,
  findCategory,
  selectCategories,
  toCategory,
  toCategoryValues,
} from './categories.repo.ts'

export function createCategoriesService(deps: ServiceDeps) {
  const { parse, save, ...records } = createRecordService(deps, {
    entity: 'category',
    table: 'categories',
    selectAll: selectCategories,
    find: findCategory,
    toItem: toCategory,
    trashNames: ({ name }) => [name],
    imageField: 'category_image',
    lockFirst: lockCategories,
    assertUnused: async (trx, id) => {
      const positions = await countPositions(trx, id)
      if (positions > 0) throw stillInUseError(positions)
    },
  })

  async function saveCategory(
    caller: Principal,
    { id, category_image, ...form }: Schemas['CategoryInput'],
    ifMatch?: string,
  ): Promise<Schemas['Category']> {
    const image = category_image && { category_image: await deps.images.identify(category_image) }
    const input = await parse<CategoryChangesInput>(
      id === undefined ? newCategoryInput : categoryChangesInput,
      { ...form, ...image },
      id,
    )
    const name = input.category_name
    return save(caller, {
      id,
      ifMatch,
      file: input.category_image,
      toValues: (trx, before, imageName) => toCategoryValues(trx, input, { image: imageName, before }),
    }).catch(
      refuseDuplicate('categories', ['name_key'], ['category_name', `There is already a category named “${name}”.`]),
    )
  }

  return { ...records, saveCategory }
}

export const categoryRestore: RestoreRule = {
  ...namedRecordRule,
  table: 'categories',
  uniqueField: 'category_name',
  input: categoryChangesInput.shape.category_name,
  availableSlug,
  takenMessage: (name) => `Another category now has the name “${name}”.`,
}

function stillInUseError(positions: number): DomainError {
  const remaining =
    positions === 1 ? 'a position. Please delete or move it' : `${positions} positions. Please delete or move them`
  return new DomainError('conflict', `This category still has ${remaining} first.`)
}
