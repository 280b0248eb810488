import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { DeleteRecordDialog, type DeleteRecordProps } from '#crud/delete-record.tsx'
import { userLabel } from './user-format.ts'

type Props = Pick<DeleteRecordProps<User>, 'record' | 'onDeleted' | 'onClose' | 'fallbackFocus'>

export function DeleteUserDialog(props: Props) {
  return (
    <DeleteRecordDialog entity={userEntity} formatName={userLabel} {...props}>
      {(user, { fate }) => (
        <p>
          <strong>
            <bdi>{userLabel(user)}</bdi>
          </strong>
          {user.email && ` (${user.email})`}, user id {user.id}, {fate}.
        </p>
      )}
    </DeleteRecordDialog>
  )
}
