import { joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { Trash2 } from 'lucide-react'
import { formatDay } from '#ui/date-range/day-range.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { IconTitle } from '#ui/primitives/kind-icon.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { useDeletionHint } from './own-account.ts'
import { userLabel, formatJoinedDate } from './user-format.ts'
import styles from './user-cells.module.css'

/** Props of the delete buttons in the rows. */
export interface DeleteButtonProps {
  isOwn: (user: User) => boolean
  onDelete: (user: User) => void
}

/** Returns the column of the delete buttons. */
export const actionColumn = (props: DeleteButtonProps): Column<User> => ({
  id: 'actions',
  header: 'Actions',
  cell: ({ row }) => <DeleteButton user={row.original} {...props} />,
  meta: { card: 'action', width: '4.5rem' },
})

/** A delete button, disabled for the admin's own account. */
function DeleteButton({ user, isOwn, onDelete }: DeleteButtonProps & { user: User }) {
  const hint = useDeletionHint(isOwn(user))
  return (
    <IconButton
      label={`Delete ${userLabel(user)}`}
      icon={Trash2}
      title={hint ?? 'Delete'}
      tone="danger"
      disabled={hint !== undefined}
      onClick={() => onDelete(user)}
    />
  )
}

export function UserId({ id }: { id: User['id'] }) {
  return (
    <span className={styles['id']} title={String(id)}>
      {id}
    </span>
  )
}

export function Name({ name }: { name: string | undefined }) {
  return <IconTitle icon={<Avatar name={name ?? ''} />} text={name} />
}

/** The day on which a user joined, or an unreadable date as sent. In a card, also marks admins. */
export function JoinedDate({ user }: { user: User }) {
  const date = joinedAt(user)
  return (
    <>
      {date ? <time dateTime={date.toISOString()}>{formatDay(date)}</time> : <Text value={formatJoinedDate(user)} />}
      {user.role === 'admin' && <span className="card-only"> · Admin</span>}
    </>
  )
}

export function Role({ role }: { role: string | null | undefined }) {
  if (!role?.trim()) return <NotSet />
  return <Badge tone={role === 'admin' ? 'purple' : 'neutral'}>{capitalised(role)}</Badge>
}

export function Text({ value, capital = false }: { value: string | null | undefined; capital?: boolean }) {
  if (!value?.trim()) return <NotSet />
  return (
    <span className={styles['text']} title={value}>
      {capital ? capitalised(value) : value}
    </span>
  )
}

function NotSet() {
  return <span className={styles['notSet']}>{NOT_SET}</span>
}
