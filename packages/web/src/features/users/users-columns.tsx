import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { Shield, Trash2 } from 'lucide-react'
import { formatDay } from '#ui/date-range/day-range.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import { EmailText } from '#ui/primitives/email-text.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import type { ColumnChoice } from '#ui/table/column-choices.tsx'
import { createColumns } from '#ui/table/data-table.tsx'
import { useDeletionHint } from './own-account.ts'
import { userLabel, formatJoinedDate } from './user-format.ts'
import styles from './users-columns.module.css'

const column = createColumns<User>()

/** Props of the delete buttons in the rows. */
export interface DeleteButtonProps {
  isOwn: (user: User) => boolean
  onDelete: (user: User) => void
}

/** Returns the columns of the users list (specification, section 2: users). Ids are the contract's sort fields. */
export function userColumns(deletion: DeleteButtonProps) {
  return column.columns([
    column.accessor('id', {
      id: 'id',
      header: 'User id',
      cell: ({ getValue }) => <UserId id={getValue()} />,
      meta: { width: '3.75rem', dropOrder: 1 },
    }),
    column.accessor(fullName, {
      id: 'name',
      header: 'Name',
      cell: ({ row, getValue }) => <Name name={getValue()} role={row.original.role} />,
      meta: { card: 'title', width: 'clamp(12.5rem, 17.75cqi, 16rem)' },
    }),
    column.accessor(joinedAt, {
      id: 'joined_date',
      header: 'Joined Date',
      cell: ({ row }) => <JoinedDate user={row.original} />,
      meta: { card: 'aside', width: '7.125rem', dropOrder: 3 },
    }),
    column.accessor('email', {
      id: 'email',
      header: 'Email',
      cell: ({ getValue }) => <Email address={getValue()} />,
      meta: { card: 'subtitle', width: 'min(22.85cqi, 16.5rem)', isFlexible: true },
    }),
    column.accessor('age', {
      id: 'age',
      header: 'Age',
      cell: ({ getValue }) => <Text value={getValue()?.toString()} />,
      meta: { width: '4.375rem', dropOrder: 1 },
    }),
    column.accessor('gender', {
      id: 'gender',
      header: 'Gender',
      cell: ({ getValue }) => <Text value={getValue()} capital />,
      meta: { width: '6.375rem', dropOrder: 1 },
    }),
    column.accessor('status', {
      id: 'status',
      header: 'Status',
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
      meta: { card: 'badge', width: '7.375rem' },
    }),
    column.accessor('role', {
      id: 'role',
      header: 'Role',
      cell: ({ getValue }) => <Role role={getValue()} />,
      meta: { width: '5rem', dropOrder: 2 },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row }) => <DeleteButton user={row.original} {...deletion} />,
      meta: { card: 'action', width: '4.625rem' },
    }),
  ])
}

/** Returns the columns that an admin can hide. */
export function optionalColumns(columns: ReturnType<typeof userColumns>): ColumnChoice['options'] {
  return columns.flatMap(({ id, header, meta }) =>
    id === undefined || typeof header !== 'string' || meta?.card === 'title' || meta?.card === 'action'
      ? []
      : [{ id, label: header, dropOrder: meta?.dropOrder }],
  )
}

/** A delete button, disabled for the admin's own account. */
export function DeleteButton({ user, isOwn, onDelete }: DeleteButtonProps & { user: User }) {
  const hint = useDeletionHint(isOwn(user))
  return (
    <IconButton
      label={`Delete ${userLabel(user)}`}
      title={hint ?? 'Delete'}
      tone="danger"
      disabled={hint !== undefined}
      onClick={() => onDelete(user)}
    >
      <Trash2 aria-hidden="true" />
    </IconButton>
  )
}

/** The maximum length of an id that is shown in full. Longer ids, such as UUIDs, are cut. */
const SHORT_ID = 8

function UserId({ id }: { id: User['id'] }) {
  const text = String(id)
  return (
    <span className={styles['idCell']}>
      <span className={styles['id']} title={text}>
        {text}
      </span>
      {text.length > SHORT_ID && <CopyButton label={`Copy id ${text}`} text={text} />}
    </span>
  )
}

export function Name({ name, role }: { name: string | undefined; role: User['role'] }) {
  return (
    <span className={styles['name']}>
      <span className={styles['portrait']}>
        <Avatar name={name ?? ''} />
        {role === 'admin' && (
          <span className={styles['admin']} title="Role: Admin" data-role-label="">
            <Shield role="img" aria-label="Admin" />
          </span>
        )}
      </span>
      {name === undefined ? (
        <NotSet />
      ) : (
        <span className={styles['fullName']} title={name}>
          {name}
        </span>
      )}
    </span>
  )
}

/** The day on which a user joined, or an unreadable date as sent. In a card, also marks admins. */
export function JoinedDate({ user }: { user: User }) {
  const date = joinedAt(user)
  return (
    <>
      {date ? <time dateTime={date.toISOString()}>{formatDay(date)}</time> : <Text value={formatJoinedDate(user)} />}
      {user.role === 'admin' && <span className={styles['roleInCard']}> · Admin</span>}
    </>
  )
}

export function Role({ role }: { role: string | null | undefined }) {
  if (!role?.trim()) return <NotSet />
  return <Badge tone={role === 'admin' ? 'purple' : 'neutral'}>{capitalised(role)}</Badge>
}

export function Email({ address }: { address: string | null | undefined }) {
  return address ? <EmailText address={address} /> : <NotSet />
}

function Text({ value, capital = false }: { value: string | null | undefined; capital?: boolean }) {
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
