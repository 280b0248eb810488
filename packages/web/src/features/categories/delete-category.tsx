import type { Category } from '@rapport/core/categories/category.ts'
import { useState, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import { useTrash } from '#data/trash.ts'
import { DeleteRecord } from '#ui/crud/delete-record.tsx'
import { deletionText } from '#ui/crud/trash.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { AlsoDeletePositions } from './also-delete-positions.tsx'
import { useDeleteCategory } from './categories.queries.ts'
import { positionsOf, usePositionsByCategory } from './positions-link.tsx'

interface Props {
  /** The category to delete; undefined while none is. */
  category: Category | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation, with the number of positions in the category, and deletes it. */
export function DeleteCategory({ category, onClose, fallbackFocus }: Props) {
  const trash = useTrash()
  const { positions: all } = usePositionsByCategory()
  // Nothing is offered until they are loaded, since the server decides anyway.
  const positions = all?.get(String(category?.id)) ?? []
  const [isWithPositions, setIsWithPositions] = useState(false)
  const deletion = useDeleteCategory(isWithPositions ? positions : [])
  return (
    <DeleteRecord
      record={category}
      noun="category"
      nameOf={({ category_name }) =>
        `${orNotSet(category_name)}${isWithPositions && positions.length > 0 ? ` with ${countOf(positions.length)}` : ''}`
      }
      deletion={deletion}
      trash={trash}
      messageKey="deleteCategory"
      onClose={() => {
        setIsWithPositions(false)
        onClose()
      }}
      fallbackFocus={fallbackFocus}
    >
      {(categoryToDelete) => (
        <>
          <p>
            <strong>
              <bdi>{orNotSet(categoryToDelete.category_name)}</bdi>
            </strong>{' '}
            {deletionText(trash)}, with its picture.
          </p>
          {positions.length > 0 && (
            <p>
              {countOf(positions.length)} still {positions.length === 1 ? 'belongs' : 'belong'} to it
              {isWithPositions ? '. ' : ', and the server may refuse because of that. '}
              <Link to={positionsOf(categoryToDelete.id)}>{positions.length === 1 ? 'Show it' : 'Show them'}</Link>
            </p>
          )}
          <AlsoDeletePositions
            whose="its"
            count={positions.length}
            disabled={deletion.isPending}
            checked={isWithPositions}
            onCheckedChange={setIsWithPositions}
          />
        </>
      )}
    </DeleteRecord>
  )
}

const countOf = (positions: number) => (positions === 1 ? '1 position' : `${positions} positions`)
