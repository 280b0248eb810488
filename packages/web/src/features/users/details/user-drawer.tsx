import type { User } from '@rapport/core/entities/users/user.ts'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Download, Trash2 } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { useTrash } from '#crud/undo.ts'
import { client } from '#data/api.ts'
import { useExtensions } from '#data/settings.queries.ts'
import { ConfirmIdentity, useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { downloadJson } from '#platform/download.ts'
import { RecordTabs } from '#record-history/record-tabs.tsx'
import { errorText } from '#ui/feedback/error-text.ts'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { showError } from '#ui/feedback/toast.ts'
import { Drawer } from '#ui/overlays/drawer.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { ChangeStatusButton, ChangeStatusDialog, type StatusChange } from '../change-status.tsx'
import { useDeletionHint } from '../own-account.ts'
import { userLabel } from '../user-format.ts'
import { EraseUserDialog } from './erase-user.tsx'
import type { useUserDrawer } from './use-user-drawer.ts'
import { Person, UserFields } from './user-fields.tsx'
import styles from './user-drawer.module.css'

type Props = ReturnType<typeof useUserDrawer>['drawer'] & {
  isOwn: (user: User) => boolean
  onDelete: (user: User) => void
  /** Gets the focus when the row of an erased user disappears. */
  fallbackFocus: RefObject<HTMLElement | null>
}

/** The details of a user, beside the list. */
export function UserDrawer({ isOwn, onDelete, fallbackFocus, ...drawer }: Props) {
  const { onClose, user, isLoading, query, ordinal, onPrevious, onNext } = drawer
  const [userToErase, setUserToErase] = useState<User>()
  const [statusChange, setStatusChange] = useState<StatusChange>()
  const hint = useDeletionHint(user && isOwn(user))
  const trash = useTrash()
  return (
    <ConfirmIdentity>
      <Drawer
        {...drawer}
        title={user ? `Details of ${userLabel(user)}` : 'Details of the user'}
        head={
          <>
            {[
              { label: 'Previous user', icon: ChevronUp, title: 'Previous (↑)', onClick: onPrevious },
              { label: 'Next user', icon: ChevronDown, title: 'Next (↓)', onClick: onNext },
            ].map((step) => (
              <IconButton key={step.label} className="framed" disabled={!step.onClick} {...step} />
            ))}
            <output className="note">{ordinal}</output>
          </>
        }
        footer={
          user && (
            <>
              <DownloadData key={user.id} user={user} />
              <ChangeStatusButton
                action={user.status === 'suspended' ? 'reactivate' : 'suspend'}
                users={[user]}
                isOwn={isOwn(user)}
                onClick={setStatusChange}
              >
                {user.status === 'suspended' ? 'Reactivate' : 'Suspend'}
              </ChangeStatusButton>
              <Button
                variant="quietDanger"
                icon={<Trash2 />}
                disabled={hint !== undefined}
                title={hint}
                onClick={() => onDelete(user)}
              >
                Delete user
              </Button>
              {trash && (
                <Button
                  variant="quietDanger"
                  disabled={hint !== undefined}
                  title={hint ?? 'Skips the trash'}
                  onClick={() => setUserToErase(user)}
                >
                  Delete permanently
                </Button>
              )}
            </>
          )
        }
      >
        {user ? (
          <>
            <Person key={user.id} user={user} />
            <RecordTabs record={{ entity: 'user', id: user.id }}>
              <UserFields user={user} />
            </RecordTabs>
          </>
        ) : query.error ? (
          <div className={styles['details']}>
            <InlineLoadError query={query} operation="listUsers" />
          </div>
        ) : isLoading ? (
          <p className={styles['details']} role="status">
            Loading the user…
          </p>
        ) : (
          <p className={styles['details']}>There is no such user. They may have been deleted.</p>
        )}
      </Drawer>
      <ChangeStatusDialog change={statusChange} onClose={() => setStatusChange(undefined)} />
      <EraseUserDialog
        user={userToErase}
        onErased={onClose}
        onClose={() => setUserToErase(undefined)}
        fallbackFocus={fallbackFocus}
      />
    </ConfirmIdentity>
  )
}

/** Downloads everything that the server holds about a person. For an admin it asks for a confirmed identity. */
function DownloadData({ user: { id } }: { user: User }) {
  const hasFile = useExtensions().has('person-file')
  const withConfirmedIdentity = useIdentityConfirmation()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withConfirmedIdentity('download all data of an admin', () =>
        client.call('getPersonFile', { params: { id: String(id) } }),
      ),
    onSuccess: (file) => downloadJson(`user-${id}.json`, file),
    onError: (error) => showError(errorText('getPersonFile', error)),
  })
  if (!hasFile) return null
  return (
    <Button icon={<Download />} busy={isPending} onClick={() => mutate()}>
      Download all data
    </Button>
  )
}
