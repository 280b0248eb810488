import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import type { RefObject } from 'react'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { deletionText } from '#crud/deletion-text.ts'
import { useTrash } from '#crud/undo.ts'
import { useDeleteRecord } from '#data/records.ts'
import { deleteCommand } from '#ui/copy-as-command/command-line.ts'
import { userLabel } from './user-format.ts'

interface Props {
  /** User to delete; undefined closes the dialog. */
  user: User | undefined
  /** Called before the dialog closes. */
  onDeleted?: (user: User) => void
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

export function DeleteUserDialog({ user, onDeleted, onClose, fallbackFocus }: Props) {
  const trash = useTrash()
  return (
    <DeleteRecordDialog
      record={user}
      singular="user"
      commandFor={({ id }) => deleteCommand('users', [id])}
      formatName={userLabel}
      deletion={useDeleteRecord(userEntity)}
      trash={trash}
      operation="deleteUser"
      onDeleted={onDeleted}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
    >
      {(userToDelete) => (
        <p>
          <strong>
            <bdi>{userLabel(userToDelete)}</bdi>
          </strong>
          {userToDelete.email && ` (${userToDelete.email})`}, user id {userToDelete.id}, {deletionText(trash)}.
        </p>
      )}
    </DeleteRecordDialog>
  )
}
