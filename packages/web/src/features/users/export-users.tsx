import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { joinedAt, type User } from '@rapport/core/users/user.ts'
import { format } from 'date-fns'
import { Download, X } from 'lucide-react'
import { useRef } from 'react'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { Button } from '#ui/primitives/button.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { useMatchingUsers, type UserFilter } from './matching-users.ts'
import { counted, joinedText } from './user-words.ts'

/** The columns of the file, whichever the screen shows. Times are local, as spreadsheets expect. */
const FIELDS: readonly [string, (user: User) => unknown][] = [
  ['User id', (user) => user.id],
  ['First name', (user) => user.first_name],
  ['Last name', (user) => user.last_name],
  ['Joined', (user) => localTime(joinedAt(user)) ?? joinedText(user)],
  ['Email', (user) => user.email],
  ['Age', (user) => user.age],
  ['Gender', (user) => user.gender],
  ['Status', (user) => user.status],
  ['Role', (user) => user.role],
  ['Profile completed', (user) => user.profile_completed],
]

interface Props {
  filter: UserFilter
  /** How many match; undefined while that is not known. */
  total: number | undefined
  onProblem: (text: string | undefined) => void
}

/** Writes all users that match, on all pages, into a CSV file. */
export function ExportUsers({ filter, total, onProblem }: Props) {
  const { load, cancel, loading } = useMatchingUsers(filter, onProblem)
  const today = useToday()
  const button = useRef<HTMLButtonElement>(null)

  const save = (users: readonly User[]) => {
    const rows = users.map((user) => FIELDS.map(([, read]) => read(user)))
    downloadCsv(`users-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([FIELDS.map(([title]) => title), ...rows]))
    showSuccess(`${counted(users.length)} ${users.length === 1 ? 'was' : 'were'} exported.`)
  }
  return (
    <>
      {/* On the left, so that the second click of a double click on Export does not hit it. */}
      {loading && (
        <Button
          icon={<X aria-hidden="true" />}
          aria-label="Cancel the export"
          onClick={() => {
            cancel()
            // This button disappears.
            button.current?.focus()
          }}
        >
          Cancel
        </Button>
      )}
      <Button
        ref={button}
        icon={<Download aria-hidden="true" />}
        title="Export CSV"
        busy={loading}
        disabled={!total}
        onClick={() => load(save)}
      >
        {loading ? 'Exporting…' : 'Export CSV'}
      </Button>
    </>
  )
}

function localTime(date: Date | undefined): string | undefined {
  return date && format(date, 'yyyy-MM-dd HH:mm:ss')
}
