import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode, type RefObject } from 'react'
import { v4 as uuid } from 'uuid'
import { showSuccess } from '#ui/feedback/toast.ts'
import { ConfirmDestructive } from '#ui/overlays/confirm-destructive.tsx'
import { undoAction, type Trash } from './undo.ts'

interface Props<Item extends { id: string | number }> {
  /** Record to delete; undefined closes the dialog. */
  record: Item | undefined
  /** Noun, such as `category`. */
  singular: string
  commandFor: (record: Item) => string
  /** Name in the message after the deletion. */
  formatName: (record: Item) => string
  deletion: UseMutationResult<unknown, Error, { id: Item['id']; batch?: string | undefined }>
  /** Undefined if a deletion cannot be undone. */
  trash: Trash | undefined
  operation: MessageKey
  /** Says which records were deleted although their parent, such as a category, was not. Shown with Undo. */
  alreadyDeletedMessage?: string | undefined
  /** Called before the dialog closes. */
  onDeleted?: ((record: Item) => void) | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
  /** Says exactly what will be deleted. */
  children: (record: Item) => ReactNode
}

/** A dialog that confirms the deletion of a record, deletes it and shows a message with Undo. */
export function DeleteRecordDialog<Item extends { id: string | number }>(props: Props<Item>) {
  const { record, singular, commandFor, formatName, deletion, trash, operation, alreadyDeletedMessage } = props
  const { onDeleted, onClose, fallbackFocus, children } = props
  const { mutate, reset, isPending, error } = deletion
  // All attempts share a batch, so that one Undo restores everything that they deleted.
  const [batch, setBatch] = useState(() => uuid())
  const close = () => {
    reset()
    setBatch(uuid())
    onClose()
  }
  return (
    <ConfirmDestructive
      open={record !== undefined}
      title={`Are you sure you want to delete this ${singular}?`}
      confirmLabel={`Delete ${singular}`}
      busy={isPending}
      error={error}
      operation={operation}
      command={record && (() => ({ text: commandFor(record) }))}
      onCancel={() => {
        if (alreadyDeletedMessage !== undefined) showSuccess(alreadyDeletedMessage, undoAction(trash, batch))
        close()
      }}
      onConfirm={() => {
        if (!record) return
        const onSuccess = () => {
          showSuccess(`${formatName(record)} was deleted.`, undoAction(trash, batch, formatName(record)))
          onDeleted?.(record)
          close()
        }
        mutate({ id: record.id, batch: trash && batch }, { onSuccess })
      }}
      fallbackFocus={fallbackFocus}
    >
      {record && children(record)}
      {!trash && <p>This cannot be undone.</p>}
    </ConfirmDestructive>
  )
}
