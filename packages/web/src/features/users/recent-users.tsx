import { fullName, joinedAt, type User } from '@rapport/core/users/user.ts'
import { UsersRound } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { RECENT_USERS, useRecentUsers } from '#data/users-queries.ts'
import { Button } from '#ui/primitives/button.tsx'
import { createColumns, DataTable } from '#ui/table/data-table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import { DeleteUser } from './delete-user.tsx'
import { useIsOwn } from './own-account.ts'
import styles from './recent-users.module.css'
import { DeleteButton, Email, JoinedDate, Name, Role, type Deletion } from './users-columns.tsx'

const column = createColumns<User>()

/** The dashboard's first five users (specification, section 2). */
export function RecentUsers() {
  const { users, error, retrying, retry } = useRecentUsers()
  const navigate = useNavigate()
  const [userToDelete, setUserToDelete] = useState<User>()
  const panel = useRef<HTMLElement>(null)
  const isOwn = useIsOwn()
  const columns = useMemo(() => recentColumns({ isOwn, onDelete: setUserToDelete }), [isOwn])
  const reload = () => {
    // The Retry button disappears with the error.
    panel.current?.focus()
    void retry()
  }
  return (
    <Panel ref={panel} tabIndex={-1} aria-labelledby="recent-users">
      <header className={styles['header']}>
        <h2 id="recent-users">Recent Users</h2>
        {users === undefined && !error && <output className={styles['loading']}>Loading users...</output>}
        <Button size="small" onClick={() => void navigate(`${paths.users}?range=all`)}>
          View All
        </Button>
      </header>
      {error && (
        <div className={styles['error']}>
          <LoadError messageKey="listUsers" error={error} busy={retrying} onRetry={reload} />
        </div>
      )}
      {(!error || users) && (
        <DataTable
          caption="Recent users"
          columns={columns}
          rows={users}
          expectedRows={RECENT_USERS}
          rowId={(user) => String(user.id)}
          empty={
            <EmptyState icon={<UsersRound />} title="No users yet">
              Users appear here as soon as they sign up in the app.
            </EmptyState>
          }
        />
      )}
      <DeleteUser user={userToDelete} onClose={() => setUserToDelete(undefined)} fallbackFocus={panel} />
    </Panel>
  )
}

function recentColumns(deletion: Deletion) {
  return column.columns([
    column.accessor(fullName, {
      id: 'name',
      header: 'Name',
      cell: ({ getValue }) => <Name name={getValue()} />,
      meta: { card: 'title', width: '24%' },
    }),
    column.accessor(joinedAt, {
      id: 'date',
      header: 'Date',
      cell: ({ row }) => <JoinedDate user={row.original} />,
      meta: { width: '8rem', priority: 1 },
    }),
    column.accessor('email', {
      header: 'Email',
      cell: ({ getValue }) => <Email address={getValue()} />,
      meta: { card: 'subtitle' },
    }),
    column.accessor('role', {
      header: 'Role',
      cell: ({ getValue }) => <Role role={getValue()} />,
      meta: { width: '6rem', priority: 1 },
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
      meta: { width: '8rem' },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row }) => <DeleteButton user={row.original} {...deletion} />,
      meta: { card: 'action', width: '5rem' },
    }),
  ])
}
