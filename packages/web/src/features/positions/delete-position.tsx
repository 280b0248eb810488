import { positions } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { RefObject } from 'react'
import { queryKeys } from '#data/query-keys.ts'
import { useDeleteRecord } from '#data/records.mutations.ts'
import { useTrash } from '#crud/undo.ts'
import { deleteCommand } from '#ui/copy-as-command/command-line.ts'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { deletionText } from '#crud/deletion-text.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'

interface Props {
  /** Position to delete; undefined closes the dialog. */
  position: Position | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation and deletes a position. */
export function DeletePositionDialog({ position, onClose, fallbackFocus }: Props) {
  const trash = useTrash()
  return (
    <DeleteRecordDialog
      record={position}
      singular="position"
      commandFor={({ id }) => deleteCommand('positions', [id])}
      nameOf={({ subcategory_name }) => orNotSet(subcategory_name)}
      deletion={useDeleteRecord(positions, queryKeys.positions)}
      trash={trash}
      messageKey="deletePosition"
      onClose={onClose}
      fallbackFocus={fallbackFocus}
    >
      {({ subcategory_name }) => (
        <p>
          <strong>
            <bdi>{orNotSet(subcategory_name)}</bdi>
          </strong>{' '}
          {deletionText(trash)}, with its image and texts.
        </p>
      )}
    </DeleteRecordDialog>
  )
}
