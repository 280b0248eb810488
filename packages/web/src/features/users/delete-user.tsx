import type { User } from '@rapport/core/users/user.ts'
import type { RefObject } from 'react'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import { showSuccess } from '#ui/toast.ts'
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
  const { mutate, reset, isPending, error } = useDeleteUser()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDelete
      open={user !== undefined}
      title="Are you sure you want to delete this user?"
      confirmLabel="Delete user"
      busy={isPending}
      error={error}
      situation="deleteUser"
      onCancel={close}
      onConfirm={() => {
        if (!user) return
        mutate(user.id, {
          onSuccess: () => {
            showSuccess(`${describe(user)} was deleted.`)
            close()
          },
        })
      }}
      fallbackFocus={fallbackFocus}
    >
      {user && (
        <p>
          <strong>
            <bdi>{describe(user)}</bdi>
          </strong>
          {user.email && ` (${user.email})`}, user id {user.id}, will be gone for good.
        </p>
      )}
    </ConfirmDelete>
  )
}
