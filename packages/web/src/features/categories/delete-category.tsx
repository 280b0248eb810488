import type { Category } from '@rapport/core/categories/category.ts'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { useTrash } from '#data/trash.ts'
import { DeleteRecord } from '#ui/crud/delete-record.tsx'
import { fateOf } from '#ui/crud/trash.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { useDeleteCategory } from './categories.queries.ts'
import { positionsOf, usePositionCounts } from './positions-link.tsx'

interface Props {
  /** The category to delete; undefined while none is. */
  category: Category | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation, with the number of positions in the category, and deletes it. */
export function DeleteCategory({ category, onClose, fallbackFocus }: Props) {
  const trash = useTrash()
  return (
    <DeleteRecord
      record={category}
      noun="category"
      nameOf={({ category_name }) => orNotSet(category_name)}
      deletion={useDeleteCategory()}
      trash={trash}
      messageKey="deleteCategory"
      onClose={onClose}
      fallbackFocus={fallbackFocus}
    >
      {(categoryToDelete) => (
        <>
          <p>
            <strong>
              <bdi>{orNotSet(categoryToDelete.category_name)}</bdi>
            </strong>{' '}
            {fateOf(trash)}, with its picture.
          </p>
          <Positions category={categoryToDelete} />
        </>
      )}
    </DeleteRecord>
  )
}

/** How many positions a category still has; nothing until they are loaded, since the server decides anyway. */
function Positions({ category: { id } }: { category: Category }) {
  const count = usePositionCounts().counts?.get(String(id)) ?? 0
  if (count === 0) return null
  return (
    <p>
      {count === 1 ? '1 position still belongs to it' : `${count} positions still belong to it`}, and the server may
      refuse because of that. <Link to={positionsOf(id)}>{count === 1 ? 'Show it' : 'Show them'}</Link>
    </p>
  )
}
