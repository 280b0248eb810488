import type { Entity } from '@rapport/core/entities/entity.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode, type RefObject } from 'react'
import { v4 as uuid } from 'uuid'
import { deleteRecord, useReload } from '#data/records.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { ConfirmDestructive } from '#ui/overlays/confirm-destructive.tsx'
import { deletionText, useTrash } from './undo.ts'

/** How records of an entity are deleted, alone or together. */
export interface Deletion<Item> {
  entity: Pick<Entity, 'noun' | 'singular' | 'operations' | 'movesToTrash'>
  formatName: (record: Item) => string
  /** Deletes a record that others belong to. Records with the same batch are restored together; undefined without a trash. */
  deleteRecord?: (record: Item, batch: string | undefined) => Promise<void>
  /** Called after a deletion, even a failed one, because records may be gone. Defaults to reloading the entity's list. */
  reload?: () => void
  /** Says which records were deleted although their parent, such as a category, was not. Shown with Undo. */
  alreadyDeletedMessage?: string | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null> | undefined
}

/** Returns what deletes a record, what follows, and the server's trash if the record goes there. */
export function useDeletion<Item extends { id: string | number }>({
  entity,
  deleteRecord: send = ({ id }, batch) => deleteRecord(entity, id, batch),
  reload,
}: Deletion<Item>) {
  const reloadList = useReload([entity])
  const trash = useTrash()
  return { send, reload: reload ?? reloadList, trash: entity.movesToTrash && trash }
}

export interface DeleteRecordProps<Item> extends Deletion<Item> {
  /** Record to delete; undefined closes the dialog. */
  record: Item | undefined
  /** Noun, if it differs from the entity's. */
  singular?: string
  /** Name in the message after the deletion, if it differs. */
  formatDeleted?: (record: Item) => string
  /** Label of the button, if it differs. */
  confirmLabel?: (record: Item) => string | undefined
  /** Called before the dialog closes. */
  onDeleted?: (record: Item) => void
  /** Says exactly what will be deleted, after the name of the record. Contains `fate`: "will …". */
  children: (record: Item, fate: string) => ReactNode
}

/** A dialog that confirms the deletion of a record, deletes it and shows a message with Undo. */
export function DeleteRecordDialog<Item extends { id: string | number }>(props: DeleteRecordProps<Item>) {
  const { entity, record, singular = entity.singular, formatName, formatDeleted = formatName } = props
  const { alreadyDeletedMessage, confirmLabel, onDeleted, onClose, fallbackFocus, children } = props
  const { send, reload, trash } = useDeletion(props)
  // All attempts share a batch, so that one Undo restores everything that they deleted.
  const [batch, setBatch] = useState(() => uuid())
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (deleted: Item) => send(deleted, trash && batch),
    onSettled: reload,
  })
  const close = () => {
    reset()
    setBatch(uuid())
    onClose()
  }
  return (
    <ConfirmDestructive
      open={record !== undefined}
      title={`Are you sure you want to delete this ${singular}?`}
      confirmLabel={(record && confirmLabel?.(record)) ?? `Delete ${singular}`}
      busy={isPending}
      error={error}
      operation={entity.operations.delete}
      onCancel={() => {
        if (alreadyDeletedMessage !== undefined) showSuccess(alreadyDeletedMessage, trash?.(batch))
        close()
      }}
      onConfirm={() => {
        if (!record) return
        const onSuccess = () => {
          showSuccess(`${formatDeleted(record)} was deleted.`, trash?.(batch, formatDeleted(record)))
          onDeleted?.(record)
          close()
        }
        mutate(record, { onSuccess })
      }}
      fallbackFocus={fallbackFocus}
    >
      {record && (
        <p>
          <strong>
            <bdi>{formatName(record)}</bdi>
          </strong>
          {children(record, deletionText(trash))}
        </p>
      )}
      {!trash && <p>This cannot be undone.</p>}
    </ConfirmDestructive>
  )
}
