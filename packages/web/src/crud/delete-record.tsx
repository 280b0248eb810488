import type { MessageKey } from '@rapport/core/text/error-messages.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode, type RefObject } from 'react'
import { v4 as uuid } from 'uuid'
import { ConfirmDelete } from '#ui/overlays/confirm-delete.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { undoAction, type Trash } from './deletion-text.ts'

interface Props<Item extends { id: string | number }> {
  /** The record to delete; undefined while none is. */
  record: Item | undefined
  /** What it is, such as `category`. */
  noun: string
  /** The line of the tool that does the same. */
  lineOf: (record: Item) => string
  /** The name in the message after the deletion. */
  nameOf: (record: Item) => string
  deletion: UseMutationResult<unknown, Error, { id: Item['id']; batch?: string | undefined }>
  /** Undefined where a deletion cannot be undone. */
  trash: Trash | undefined
  /** The key of the error texts. */
  messageKey: MessageKey
  /** What failed tries have deleted along with the record, in a sentence that is shown with Undo. */
  alreadyDeleted?: string | undefined
  /** Called before it closes. */
  onDeleted?: ((record: Item) => void) | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
  /** What exactly will be deleted. */
  children: (record: Item) => ReactNode
}

/** Asks for confirmation, deletes a record and shows a message. */
export function DeleteRecord<Item extends { id: string | number }>(props: Props<Item>) {
  const { record, noun, lineOf, nameOf, deletion, trash, messageKey, alreadyDeleted } = props
  const { onDeleted, onClose, fallbackFocus, children } = props
  const { mutate, reset, isPending, error } = deletion
  // The same for each try: what a failed one has deleted along is restored together with the rest.
  const [batch, setBatch] = useState(() => uuid())
  const close = () => {
    reset()
    setBatch(uuid())
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
      command={record && (() => ({ line: lineOf(record) }))}
      onCancel={() => {
        if (alreadyDeleted !== undefined) showSuccess(alreadyDeleted, undoAction(trash, batch))
        close()
      }}
      onConfirm={() => {
        if (!record) return
        const onSuccess = () => {
          showSuccess(`${nameOf(record)} was deleted.`, undoAction(trash, batch, nameOf(record)))
          onDeleted?.(record)
          close()
        }
        mutate({ id: record.id, batch: trash && batch }, { onSuccess })
      }}
      fallbackFocus={fallbackFocus}
    >
      {record && children(record)}
      {!trash && <p>This cannot be undone.</p>}
    </ConfirmDelete>
  )
}
