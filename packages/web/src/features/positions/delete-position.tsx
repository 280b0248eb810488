import type { Position } from '@rapport/core/positions/position.ts'
import type { RefObject } from 'react'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import { showSuccess } from '#ui/toast.ts'
import { useDeletePosition } from './positions.queries.ts'

interface Props {
  /** The position to delete; undefined while none is. */
  position: Position | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks whether a position shall be deleted, and deletes. */
export function DeletePosition({ position, onClose, fallbackFocus }: Props) {
  const { mutate, reset, isPending, error } = useDeletePosition()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDelete
      open={position !== undefined}
      title="Are you sure you want to delete this position?"
      confirmLabel="Delete position"
      busy={isPending}
      error={error}
      situation="deletePosition"
      onCancel={close}
      onConfirm={() => {
        if (!position) return
        mutate(position.id, {
          onSuccess: () => {
            showSuccess(`${position.subcategory_name} was deleted.`)
            close()
          },
        })
      }}
      fallbackFocus={fallbackFocus}
    >
      {position && (
        <p>
          <strong>
            <bdi>{position.subcategory_name}</bdi>
          </strong>{' '}
          will be gone for good, with its picture and all its texts.
        </p>
      )}
    </ConfirmDelete>
  )
}
