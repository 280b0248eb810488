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
import { deleteCommand } from '#ui/copy-as-command/command-line.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { positionsPath } from './positions-link.tsx'
import styles from './category-deletion.module.css'

const CONCURRENCY = 4

const countText = (positions: number) => (positions === 1 ? '1 position' : `${positions} positions`)

/** Deletes categories, if chosen with their positions. The server refuses to delete a category that has any. */
export function useCategoryDeletion(
  /** Positions by the text of their category's id. Until they are loaded, the choice is missing. */
  positionsByCategory: ReadonlyMap<string, readonly Position[]> | undefined,
): CardDeletion<Category> {
  const [isChosen, setIsChosen] = useState(false)
  const [deletedCount, setDeletedCount] = useState(0)
  const positionsIn = ({ id }: Category) => positionsByCategory?.get(String(id)) ?? []
  const positionsToDelete = (category: Category) => (isChosen ? positionsIn(category) : [])
  const choice = (label: string, disabled = false) => (
    <label className={styles['choice']}>
      <Checkbox label={label} disabled={disabled} checked={isChosen} onCheckedChange={setIsChosen} />
      <span aria-hidden="true">{label}</span>
    </label>
  )
  const choiceLabel = (whose: string, count: number) =>
    `Also delete ${whose} ${count === 1 ? 'position' : countText(count)}`
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
    formatDeleted: (category) => {
      const { length } = positionsToDelete(category)
      return `${orNotSet(category.category_name)}${length > 0 ? ` with ${countText(length)}` : ''}`
    },
    async deleteRecord(category, batch) {
      await pMap(positionsToDelete(category), (position) => deletePosition(position, batch), {
        concurrency: CONCURRENCY,
      })
      await deleteRecord(categoryEntity, category.id, batch)
    },
    reload: useReload([categoryEntity, positionEntity]),
    alreadyDeletedMessage:
      deletedCount === 0 ? undefined : `${countText(deletedCount)} ${deletedCount === 1 ? 'was' : 'were'} deleted.`,
    commandFor: (category) => {
      const ids = positionsToDelete(category).map(({ id }) => id)
      const commands = ids.length > 0 ? [deleteCommand('positions', ids)] : []
      return [...commands, deleteCommand('categories', [category.id])].join(' && ')
    },
    renderChoice: (categories) => {
      const { length } = categories.flatMap(positionsIn)
      return length > 0 && choice(choiceLabel('their', length))
    },
    renderDescription: (category, { fate, isPending }) => {
      const { length } = positionsIn(category)
      return (
        <>
          <p>
            <strong>
              <bdi>{orNotSet(category.category_name)}</bdi>
            </strong>{' '}
            {fate}, with its image.
          </p>
          {length > 0 && (
            <>
              <p>
                It still has {countText(length)}
                {isChosen ? '. ' : ', so the server may reject this. '}
                <Link to={positionsPath(category.id)}>{length === 1 ? 'Show it' : 'Show them'}</Link>
              </p>
              {choice(choiceLabel('its', length), isPending)}
            </>
          )}
        </>
      )
    },
    onClose: () => {
      setIsChosen(false)
      setDeletedCount(0)
    },
  }
}
