import { joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { format } from 'date-fns'
import { useMatchingUsers, type UserFilter } from '#data/users.queries.ts'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { userCount, formatJoinedDate } from './user-format.ts'

/** Columns of the file, whatever the table shows. Times are local, as spreadsheets expect. */
const FIELDS: readonly [string, (user: User) => unknown][] = [
  ['User id', (user) => user.id],
  ['First name', (user) => user.first_name],
  ['Last name', (user) => user.last_name],
  ['Joined', (user) => localTime(joinedAt(user)) ?? formatJoinedDate(user)],
  ['Email', (user) => user.email],
  ['Age', (user) => user.age],
  ['Gender', (user) => user.gender],
  ['Status', (user) => user.status],
  ['Role', (user) => user.role],
  ['Profile completed', (user) => user.profile_completed],
]

/** Exports matching users of all pages as CSV. Passes error messages to `onError`. */
export function useUsersExport(filter: UserFilter, onError: (message: string | undefined) => void) {
  const { load, cancel, isLoading } = useMatchingUsers(filter, onError)
  const today = useToday()

  const save = (users: readonly User[]) => {
    const rows = users.map((user) => FIELDS.map(([, getValue]) => getValue(user)))
    downloadCsv(`users-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([FIELDS.map(([title]) => title), ...rows]))
    showSuccess(`${userCount(users.length)} ${users.length === 1 ? 'was' : 'were'} exported.`)
  }
  return { busy: isLoading, onExport: () => load(save), onCancel: cancel }
}

function localTime(date: Date | undefined): string | undefined {
  return date && format(date, 'yyyy-MM-dd HH:mm:ss')
}
