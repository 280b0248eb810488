import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { DeleteRecordDialog, type DeleteRecordProps } from '#crud/delete-record.tsx'
import { userLabel } from './user-format.ts'

type Props = Pick<DeleteRecordProps<User>, 'record' | 'onDeleted' | 'onClose' | 'fallbackFocus'>

export function DeleteUserDialog(props: Props) {
  return (
    <DeleteRecordDialog entity={userEntity} formatName={userLabel} {...props}>
      {({ id, email }, fate) => `${email ? ` (${email})` : ''}, user id ${id}, ${fate}.`}
    </DeleteRecordDialog>
  )
}
