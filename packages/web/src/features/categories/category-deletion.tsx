import { isNotFound } from '@rapport/core/api/api-error.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import pMap from 'p-map'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CardDeletion } from '#crud/card-list.tsx'
import { deleteRecord, useReload } from '#data/records.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { positionsPath } from './positions-link.tsx'

const CONCURRENCY = 4

const countText = (positions: number) => (positions === 1 ? '1 position' : `${positions} positions`)

/** Deletes categories with their positions, because the server refuses to delete a category that has any. */
export function useCategoryDeletion(
  /** Positions by the text of their category's id; undefined until they are loaded. */
  positionsByCategory: ReadonlyMap<string, readonly Position[]> | undefined,
): CardDeletion<Category> {
  const [deletedCount, setDeletedCount] = useState(0)
  const positionsIn = ({ id }: Category) => positionsByCategory?.get(String(id)) ?? []
  const withPositions = (text: string, category: Category) => {
    const { length } = positionsIn(category)
    return length > 0 ? `${text} with ${countText(length)}` : text
  }
  const deletePosition = async ({ id }: Position, batch: string | undefined) => {
    try {
      await deleteRecord(positionEntity, id, batch)
      // Counts also if the server then refuses to delete the category.
      setDeletedCount((count) => count + 1)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  return {
    formatName: ({ category_name }) => orNotSet(category_name),
    formatDeleted: (category) => withPositions(orNotSet(category.category_name), category),
    confirmLabel: (category) => (positionsIn(category).length > 0 ? withPositions('Delete', category) : undefined),
    async deleteRecord(category, batch) {
      await pMap(positionsIn(category), (position) => deletePosition(position, batch), { concurrency: CONCURRENCY })
      await deleteRecord(categoryEntity, category.id, batch)
    },
    reload: useReload([categoryEntity, positionEntity]),
    alreadyDeletedMessage:
      deletedCount === 0 ? undefined : `${countText(deletedCount)} ${deletedCount === 1 ? 'was' : 'were'} deleted.`,
    renderChoice: (categories) => {
      const { length } = categories.flatMap(positionsIn)
      return length > 0 && <p>{`Their ${length === 1 ? 'position' : countText(length)} will be deleted too.`}</p>
    },
    renderDescription: (category, fate) => {
      const { length } = positionsIn(category)
      if (length === 0) return ` ${fate}, with its image.`
      return (
        <>
          {' and its '}
          <Link to={positionsPath(category.id)}>{length === 1 ? 'position' : countText(length)}</Link>
          {` ${fate}, with their images.`}
        </>
      )
    },
    onClose: () => setDeletedCount(0),
  }
}
