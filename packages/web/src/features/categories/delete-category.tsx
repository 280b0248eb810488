import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { deletionText } from '#crud/deletion-text.ts'
import { useTrash } from '#crud/undo.ts'
import { deleteCommand } from '#ui/copy-as-command/command-line.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { AlsoDeletePositions } from './also-delete-positions.tsx'
import { useDeleteCategory } from './categories.mutations.ts'
import { positionsPath, usePositionsByCategory } from './positions-link.tsx'
import { positionCountText, useAlsoDeletePositions } from './use-also-delete-positions.ts'

interface Props {
  /** Category to delete; undefined closes the dialog. */
  category: Category | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** A dialog that names the number of a category's positions, and deletes the category. */
export function DeleteCategoryDialog({ category, onClose, fallbackFocus }: Props) {
  const trash = useTrash()
  const { positions: positionsByCategory } = usePositionsByCategory()
  // Without the positions the checkbox is missing, and the server refuses to delete a category that has any.
  const positions = positionsByCategory?.get(String(category?.id)) ?? []
  const { checked, onCheckedChange, onPositionDeleted, deletedMessage, reset } = useAlsoDeletePositions()
  const positionsToDelete = checked ? positions : []
  const deletion = useDeleteCategory({ positionsToDelete, onPositionDeleted })
  return (
    <DeleteRecordDialog
      record={category}
      singular="category"
      commandFor={({ id }) => {
        const positionIds = positionsToDelete.map((position) => position.id)
        const commands = positionIds.length > 0 ? [deleteCommand('positions', positionIds)] : []
        return [...commands, deleteCommand('categories', [id])].join(' && ')
      }}
      formatName={({ category_name }) =>
        `${orNotSet(category_name)}${positionsToDelete.length > 0 ? ` with ${positionCountText(positionsToDelete.length)}` : ''}`
      }
      deletion={deletion}
      alreadyDeletedMessage={deletedMessage}
      trash={trash}
      operation="deleteCategory"
      onClose={() => {
        reset()
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
            {deletionText(trash)}, with its image.
          </p>
          {positions.length > 0 && (
            <p>
              It still has {positionCountText(positions.length)}
              {checked ? '. ' : ', so the server may reject this. '}
              <Link to={positionsPath(categoryToDelete.id)}>{positions.length === 1 ? 'Show it' : 'Show them'}</Link>
            </p>
          )}
          <AlsoDeletePositions
            whose="its"
            count={positions.length}
            disabled={deletion.isPending}
            checked={checked}
            onCheckedChange={onCheckedChange}
          />
        </>
      )}
    </DeleteRecordDialog>
  )
}
