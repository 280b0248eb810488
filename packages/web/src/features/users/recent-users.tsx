import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RECENT_USERS, useRecentUsers } from '#data/users.queries.ts'
import { paths } from '#platform/paths.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import { createColumns, DataTable } from '#ui/table/data-table.tsx'
import { DeleteUserDialog } from './delete-user.tsx'
import { NoUsersYet } from './no-users.tsx'
import { useIsOwn } from './own-account.ts'
import { DeleteButton, JoinedDate, Name, Role, Text, type DeleteButtonProps } from './user-cells.tsx'
import styles from './recent-users.module.css'

const column = createColumns<User>()

/** The first five users, on the dashboard, which itself shows load errors (specification, section 2: dashboard). */
export function RecentUsers() {
  const { data: users, error } = useRecentUsers()
  const failed = error !== null && !users
  const navigate = useNavigate()
  const [userToDelete, setUserToDelete] = useState<User>()
  const panel = useRef<HTMLElement>(null)
  const isOwn = useIsOwn()
  const columns = useMemo(() => recentColumns({ isOwn, onDelete: setUserToDelete }), [isOwn])
  return (
    <Panel ref={panel} tabIndex={-1} aria-labelledby="recent-users">
      <header className={styles['header']}>
        <h2 id="recent-users">Recent Users</h2>
        {!users && !failed && <output className={styles['loading']}>Loading users...</output>}
        <Button size="small" onClick={() => void navigate(`${paths.users}?range=all`)}>
          View All
        </Button>
      </header>
      <div className={styles['rows']}>
        <DataTable
          caption="Recent users"
          columns={columns}
          rows={failed ? [] : users}
          expectedRows={RECENT_USERS}
          rowId={(user) => String(user.id)}
          onOpen={(user) => void navigate(detailsPath(user))}
          empty={failed ? <p className="note">Not loaded</p> : <NoUsersYet />}
        />
      </div>
      <DeleteUserDialog record={userToDelete} onClose={() => setUserToDelete(undefined)} fallbackFocus={panel} />
    </Panel>
  )
}

function recentColumns(deletion: DeleteButtonProps) {
  return column.columns([
    column.accessor(fullName, {
      id: 'name',
      header: 'Name',
      cell: ({ row, getValue }) => <Name name={getValue()} role={row.original.role} />,
      meta: { card: 'title', width: 'max(12.5rem, 24cqi)' },
    }),
    column.accessor(joinedAt, {
      id: 'date',
      header: 'Date',
      cell: ({ row }) => <JoinedDate user={row.original} />,
      meta: { card: 'aside', width: '7.125rem' },
    }),
    column.accessor('email', {
      header: 'Email',
      cell: ({ getValue }) => <Text value={getValue()} />,
      meta: { card: 'subtitle', width: '18rem', isFlexible: true },
    }),
    column.accessor('role', {
      header: 'Role',
      cell: ({ getValue }) => <Role role={getValue()} />,
      meta: { width: '5.25rem' },
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
      meta: { card: 'badge', width: '7.75rem' },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row }) => <DeleteButton user={row.original} {...deletion} />,
      meta: { card: 'action', width: '5rem' },
    }),
  ])
}

/** Returns the path that opens a user's drawer beside the newest users. */
function detailsPath({ id }: User): string {
  return `${paths.users}?range=all&sort=-joined_date&user=${encodeURIComponent(id)}`
}
