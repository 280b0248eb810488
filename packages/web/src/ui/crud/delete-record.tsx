import type { MessageKey } from '@rapport/core/text/messages.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { ConfirmDelete } from '#ui/overlays/confirm-delete.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'

interface Props<Item extends { id: string | number }> {
  /** The record to delete; undefined while none is. */
  record: Item | undefined
  /** What it is, such as `category`. */
  noun: string
  /** The name in the message after the deletion. */
  nameOf: (record: Item) => string
  deletion: UseMutationResult<unknown, Error, Item['id']>
  /** The key of the error texts. */
  messageKey: MessageKey
  /** Called before it closes. */
  onDeleted?: ((record: Item) => void) | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
  /** What exactly will be deleted. */
  children: (record: Item) => ReactNode
}

/** Asks for confirmation, deletes a record and shows a message. */
export function DeleteRecord<Item extends { id: string | number }>(props: Props<Item>) {
  const { record, noun, nameOf, deletion, messageKey, onDeleted, onClose, fallbackFocus, children } = props
  const { mutate, reset, isPending, error } = deletion
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDelete
      open={record !== undefined}
      title={`Are you sure you want to delete this ${noun}?`}
      confirmLabel={`Delete ${noun}`}
      busy={isPending}
      error={error}
      messageKey={messageKey}
      onCancel={close}
      onConfirm={() => {
        if (!record) return
        mutate(record.id, {
          onSuccess: () => {
            showSuccess(`${nameOf(record)} was deleted.`)
            onDeleted?.(record)
            close()
          },
        })
      }}
      fallbackFocus={fallbackFocus}
    >
      {record && children(record)}
    </ConfirmDelete>
  )
}
