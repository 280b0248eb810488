import type { User } from '@rapport/core/entities/users/user.ts'
import { UsersRound } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RECENT_USERS, useRecentUsers } from '#data/users.queries.ts'
import { paths } from '#platform/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { DeleteUserDialog } from './delete-user.tsx'
import { NoUsersYet } from './no-users.tsx'
import { useIsOwn } from './own-account.ts'
import { actionColumn } from './user-cells.tsx'
import { USER_VIEW } from './user-view.tsx'
import styles from './recent-users.module.css'

const { first_name: name, joined_date, email, role, status } = USER_VIEW
const COLUMNS: Column<User>[] = [
  name.column,
  { ...joined_date.column, header: 'Date' },
  email.column,
  role.column,
  status.column,
]

/** The first five users, on the dashboard, which itself shows load errors (specification, section 2: dashboard). */
export function RecentUsers() {
  const { data, error } = useRecentUsers()
  const users = useDeferredValue(data)
  const failed = error !== null && !users
  const navigate = useNavigate()
  const [userToDelete, setUserToDelete] = useState<User>()
  const panel = useRef<HTMLElement>(null)
  const isOwn = useIsOwn()
  const columns = useMemo(() => [...COLUMNS, actionColumn({ isOwn, onDelete: setUserToDelete })], [isOwn])
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
          empty={failed ? <EmptyState icon={<UsersRound />} title="Not loaded" /> : <NoUsersYet />}
        />
      </div>
      <DeleteUserDialog record={userToDelete} onClose={() => setUserToDelete(undefined)} fallbackFocus={panel} />
    </Panel>
  )
}

/** Returns the path that opens a user's drawer beside the newest users. */
function detailsPath({ id }: User): string {
  return `${paths.users}?range=all&sort=-joined_date&user=${encodeURIComponent(id)}`
}
