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
  /** Names it once it is gone. */
  nameOf: (record: Item) => string
  deletion: UseMutationResult<unknown, Error, Item['id']>
  /** Whose texts of the error catalogue are shown. */
  messageKey: MessageKey
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
  /** Which one it is, and what goes with it. */
  children: (record: Item) => ReactNode
}

/** Asks whether a record shall be deleted, deletes it and says so. */
export function DeleteRecord<Item extends { id: string | number }>(props: Props<Item>) {
  const { record, noun, nameOf, deletion, messageKey, onClose, fallbackFocus, children } = props
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
