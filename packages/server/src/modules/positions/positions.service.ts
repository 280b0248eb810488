import type { Schemas } from '@rapport/core/api/contract-types.ts'
import {
  newPositionInput,
  type PositionChangesInput,
  positionChangesInput,
} from '@rapport/core/entities/positions/position.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import type { DomainError } from '#server/domain/domain-error.ts'
import { unprocessableError, requireId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { lockExistingCategory } from '#server/records/category-locks.repo.ts'
import { createRecordService } from '#server/records/record-service.ts'
import { namedRecordRule, type RestoreRule } from '#server/records/restore-rule.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { findPosition, selectPositions, toPosition, toPositionValues } from './positions.repo.ts'

export function createPositionsService(deps: ServiceDeps) {
  const { parse, save, ...records } = createRecordService(deps, {
    entity: 'position',
    table: 'positions',
    selectAll: selectPositions,
    find: findPosition,
    toItem: toPosition,
    trashNames: ({ name }) => [name],
    imageField: 'sub_cat_image',
  })

  async function savePosition(
    caller: Principal,
    { id, sub_cat_image, category_id, ...form }: Schemas['PositionInput'],
    ifMatch?: string,
  ): Promise<Schemas['Position']> {
    const image = sub_cat_image && { sub_cat_image: await deps.images.identify(sub_cat_image) }
    const input = await parse<PositionChangesInput>(
      id === undefined ? newPositionInput : positionChangesInput,
      { ...form, category_id: String(category_id), ...image },
      id,
    )
    const categoryId = requireId(input.category_id, noSuchCategoryError)
    const name = input.subcategory_name
    return save(caller, {
      id,
      ifMatch,
      file: input.sub_cat_image,
      toValues: async (trx, before, imageName) => {
        if (!(await lockExistingCategory(trx, deps.database.engine, categoryId))) throw noSuchCategoryError()
        return toPositionValues(input, { before, category_id: categoryId, image: imageName })
      },
    }).catch(
      refuseDuplicate(
        'positions',
        ['category_id', 'name_key'],
        ['subcategory_name', `This category already has a position named “${name}”.`],
      ),
    )
  }

  return { ...records, savePosition }
}

export const positionRestore: RestoreRule = {
  ...namedRecordRule,
  table: 'positions',
  uniqueField: 'subcategory_name',
  input: positionChangesInput.shape.subcategory_name,
  takenMessage: (name) => `Another position of this category now has the name “${name}”.`,
}

function noSuchCategoryError(): DomainError {
  return unprocessableError({ category_id: 'This category no longer exists. Please select another one.' })
}
