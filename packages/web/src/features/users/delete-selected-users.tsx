import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { DeleteManyDialog } from '#crud/delete-many.tsx'
import { useTrash } from '#crud/undo.ts'
import { queryKeys } from '#data/query-keys.ts'
import { deleteRecord } from '#data/records.ts'
import { userLabel } from './user-format.ts'

interface Props {
  /** Users to delete; undefined closes the dialog. */
  users: readonly User[] | undefined
  /** Called with the deleted users. */
  onDeleted: (users: readonly User[]) => void
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

export function DeleteSelectedUsersDialog({ users, ...dialog }: Props) {
  const client = useQueryClient()
  return (
    <DeleteManyDialog
      records={users}
      singular="user"
      plural="users"
      formatName={userLabel}
      deleteRecord={({ id }, batch) => deleteRecord(userEntity, { id, batch })}
      trash={useTrash()}
      operation="deleteUser"
      onSettled={() => void client.invalidateQueries({ queryKey: queryKeys.users.all })}
      {...dialog}
    />
  )
}
