import { createStatusChange, USERS_PER_CALL } from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Ban, UserCheck } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { changeAll, CONCURRENCY } from '#crud/change-all.ts'
import { useConfirmation } from '#crud/confirmation.tsx'
import { DeleteManyDialog } from '#crud/delete-many.tsx'
import { client } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { useExtensions } from '#data/settings.queries.ts'
import { createProgress, showError, showSuccess } from '#ui/feedback/toast.ts'
import { Button } from '#ui/primitives/button.tsx'
import { capitalised } from '#ui/primitives/display-text.ts'
import { useDeletionHint } from './own-account.ts'
import { userCount, userLabel } from './user-format.ts'

const CHANGES = {
  suspend: {
    verb: 'suspend',
    doing: 'Suspending',
    past: 'suspended',
    fate: 'will be suspended until an admin reactivates them. Suspended admins are signed out everywhere',
    icon: <Ban />,
    tone: 'danger',
    opposite: 'reactivate',
  },
  reactivate: {
    verb: 'reactivate',
    doing: 'Reactivating',
    past: 'reactivated',
    fate: 'will get back the status from before the suspension',
    icon: <UserCheck />,
    tone: 'calm',
    opposite: 'suspend',
  },
} as const

type Action = keyof typeof CHANGES

export interface StatusChange {
  action: Action
  users: readonly User[]
}

const SHARED = { operation: 'setUserStatus', concurrency: USERS_PER_CALL * CONCURRENCY } as const

interface DialogProps {
  /** What to change; undefined closes the dialog. */
  change: StatusChange | undefined
  onChanged?: (users: readonly User[]) => void
  onClose: () => void
  /** Gets the focus if the opener disappears. */
  fallbackFocus?: RefObject<HTMLElement | null>
}

/** A dialog that suspends or reactivates users, and offers to undo it. */
export function ChangeStatusDialog({ change, onChanged, onClose, fallbackFocus }: DialogProps) {
  const cache = useQueryClient()
  // The dialog keeps its words while it closes.
  const [action, setAction] = useState<Action>('suspend')
  if (change && change.action !== action) setAction(change.action)
  const { opposite, ...words } = CHANGES[action]
  const confirmation = useConfirmation({ isReasonRequired: action === 'suspend' ? false : undefined })
  const reload = () => void cache.invalidateQueries({ queryKey: queryKeys.users.all })
  const perform = createStatusChange(client, { action, ...confirmation.sent })
  return (
    <DeleteManyDialog
      entity={userEntity}
      records={change?.users}
      formatName={userLabel}
      change={{
        ...SHARED,
        ...words,
        perform: ({ id }) => perform(String(id)),
        undo: (users) => ({ label: 'Undo', run: () => void putBack({ action: opposite, users }).finally(reload) }),
      }}
      confirmation={confirmation}
      reload={reload}
      onDeleted={(users) => onChanged?.(users)}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
    />
  )
}

/** Undoes a change. Whoever is suspended again gets back the reason, too. */
async function putBack({ action, users }: StatusChange): Promise<void> {
  const reasonOf = ({ suspension }: User) => (action === 'suspend' ? (suspension?.reason ?? undefined) : undefined)
  const performs = new Map(
    users.map(reasonOf).map((reason) => [reason, createStatusChange(client, { action, ...(reason && { reason }) })]),
  )
  const progress = createProgress()
  const { past } = CHANGES[action]
  const results = await changeAll(
    users,
    { ...SHARED, perform: async (user) => performs.get(reasonOf(user))?.(String(user.id)) },
    new AbortController().signal,
    (done) => done % USERS_PER_CALL === 0 && progress.show(`${done} of ${userCount(users.length)} ${past}…`),
  )
  progress.close()
  const [failure, ...others] = results.filter(({ status }) => status === 'failed')
  const countWas = (count: number) => `${userCount(count)} ${count === 1 ? 'was' : 'were'}`
  if (!failure) return showSuccess(`${countWas(users.length)} ${past}.`)
  showError(`${countWas(others.length + 1)} not ${past}. ${failure.reason}`)
}

interface ButtonProps extends StatusChange {
  isOwn?: boolean
  /** Label, if it does not count the users. */
  children?: string
  onClick: (change: StatusChange) => void
}

/** A button that asks to change the status of those users who do not have it yet. Hidden if there are none, or the server cannot. */
export function ChangeStatusButton({ action, users, isOwn, children, onClick }: ButtonProps) {
  const { past, icon } = CHANGES[action]
  const hint = useDeletionHint(isOwn, past)
  const isSuspending = action === 'suspend'
  const others = users.filter(({ status }) => (status === 'suspended') !== isSuspending)
  if (!useExtensions().has('user-status') || others.length === 0) return null
  return (
    <Button icon={icon} disabled={hint !== undefined} title={hint} onClick={() => onClick({ action, users: others })}>
      {children ?? `${capitalised(action)} ${userCount(others.length)}`}
    </Button>
  )
}
