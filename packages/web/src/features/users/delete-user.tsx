import type { User } from '@rapport/core/users/user.ts'
import type { RefObject } from 'react'
import { DeleteRecord } from '#ui/delete-record.tsx'
import { describe } from './user-words.ts'
import { useDeleteUser } from '#lib/users-queries.ts'

interface Props {
  /** The user to delete; undefined while nobody is. */
  user: User | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks whether a user shall be deleted, and deletes. */
export function DeleteUser({ user, onClose, fallbackFocus }: Props) {
  return (
    <DeleteRecord
      record={user}
      noun="user"
      nameOf={describe}
      deletion={useDeleteUser()}
      situation="deleteUser"
      onClose={onClose}
      fallbackFocus={fallbackFocus}
    >
      {(doomed) => (
        <p>
          <strong>
            <bdi>{describe(doomed)}</bdi>
          </strong>
          {doomed.email && ` (${doomed.email})`}, user id {doomed.id}, will be gone for good.
        </p>
      )}
    </DeleteRecord>
  )
}
