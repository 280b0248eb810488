import type { User } from '@rapport/core/entities/users/user.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { format } from 'date-fns'
import { useMatchingUsers, type UserFilter } from '#data/users.queries.ts'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { userCount } from './user-format.ts'
import { USER_FIELDS } from './user-view.tsx'

/** Exports matching users of all pages as CSV. Passes error messages to `onError`. */
export function useUsersExport(filter: UserFilter, onError: (message: string | undefined) => void) {
  const { load, cancel, isLoading } = useMatchingUsers(filter, onError)
  const today = useToday()

  const save = (users: readonly User[]) => {
    // Whatever the table shows.
    const fields = USER_FIELDS.filter(([, { csvTitle }]) => csvTitle !== undefined)
    const titles = fields.map(([, { csvTitle }]) => csvTitle)
    const rows = users.map((user) => fields.map(([name, { csvValue }]) => (csvValue ? csvValue(user) : user[name])))
    downloadCsv(`users-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([titles, ...rows]))
    showSuccess(`${userCount(users.length)} ${users.length === 1 ? 'was' : 'were'} exported.`)
  }
  return { busy: isLoading, onExport: () => load(save), onCancel: cancel }
}
