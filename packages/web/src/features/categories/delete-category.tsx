import type { Category } from '@rapport/core/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { positionsQuery } from '#lib/catalogue-queries.ts'
import { paths } from '#lib/paths.ts'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import { showSuccess } from '#ui/toast.ts'
import { useDeleteCategory } from './categories.queries.ts'

interface Props {
  /** The category to delete; undefined while none is. */
  category: Category | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks whether a category shall be deleted, says what hangs on it, and deletes. */
export function DeleteCategory({ category, onClose, fallbackFocus }: Props) {
  const { mutate, reset, isPending, error } = useDeleteCategory()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDelete
      open={category !== undefined}
      title="Are you sure you want to delete this category?"
      confirmLabel="Delete category"
      busy={isPending}
      error={error}
      situation="deleteCategory"
      onCancel={close}
      onConfirm={() => {
        if (!category) return
        mutate(category.id, {
          onSuccess: () => {
            showSuccess(`${category.category_name} was deleted.`)
            close()
          },
        })
      }}
      fallbackFocus={fallbackFocus}
    >
      {category && (
        <>
          <p>
            <strong>
              <bdi>{category.category_name}</bdi>
            </strong>{' '}
            will be gone for good, together with its picture.
          </p>
          <Positions category={category} />
        </>
      )}
    </ConfirmDelete>
  )
}

/** How many positions a category still has. It is only a help, so that nothing is said where it cannot be known. */
function Positions({ category }: { category: Category }) {
  const { data } = useQuery(positionsQuery)
  const count = data?.filter(({ category_id }) => String(category_id) === String(category.id)).length ?? 0
  if (count === 0) return null
  return (
    <p>
      {count === 1 ? '1 position still belongs to it. ' : `${count} positions still belong to it. `}
      <Link to={`${paths.positions}?category=${encodeURIComponent(category.id)}`}>
        {count === 1 ? 'Show it' : 'Show them'}
      </Link>
    </p>
  )
}
