import { messageFor } from '@rapport/core/messages.ts'
import { joinedAt, type User } from '@rapport/core/users/user.ts'
import { format } from 'date-fns'
import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv.ts'
import { download } from '#lib/download.ts'
import { useToday } from '#lib/use-today.ts'
import { Button } from '#ui/button.tsx'
import { showSuccess } from '#ui/toast.ts'
import { useMatchingUsers, type UserFilter } from './matching-users.ts'
import { counted } from './user-words.ts'

/** What the file says of a user, whichever columns are shown. Times are local, as spreadsheets know them. */
const FIELDS: readonly [string, (user: User) => CsvCell][] = [
  ['User id', (user) => user.id],
  ['First name', (user) => user.first_name],
  ['Last name', (user) => user.last_name],
  ['Joined', (user) => localTime(joinedAt(user))],
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

/** Writes everybody who matches, on all pages, into a CSV file. */
export function ExportUsers({ filter, total, onProblem }: Props) {
  const matching = useMatchingUsers()
  const today = useToday()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const running = useRef<AbortController>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const { signal } = (running.current = new AbortController())
    const parts = [BYTE_ORDER_MARK, csvLine(FIELDS.map(([title]) => title))]
    let done = 0
    onProblem(undefined)
    setProgress({ done, total: total ?? 0 })
    try {
      for await (const batch of matching(filter, signal)) {
        if (signal.aborted) return
        parts.push(batch.users.map((user) => csvLine(FIELDS.map(([, read]) => read(user)))).join(''))
        done += batch.users.length
        setProgress({ done, total: batch.total })
      }
      download(`users-${format(today, 'yyyy-MM-dd')}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
      showSuccess(`${counted(done)} ${done === 1 ? 'was' : 'were'} exported.`)
    } catch (error) {
      if (!signal.aborted) onProblem(messageFor('listUsers', error))
    } finally {
      if (!signal.aborted) setProgress(undefined)
    }
  }
  const cancel = () => {
    running.current?.abort()
    setProgress(undefined)
    // The button goes.
    button.current?.focus()
  }
  return (
    <>
      {/* Before the other, which keeps its end: the second click of a double click is not to hit what ends the export. */}
      {progress && (
        <Button size="small" icon={<X aria-hidden="true" />} aria-label="Cancel the export" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button
        ref={button}
        size="small"
        icon={<Download aria-hidden="true" />}
        busy={progress !== undefined}
        disabled={!total}
        onClick={() => void run()}
      >
        {progress ? `Exporting ${progress.done} of ${progress.total}` : 'Export CSV'}
      </Button>
    </>
  )
}

function localTime(date: Date | undefined): string | undefined {
  return date && format(date, 'yyyy-MM-dd HH:mm:ss')
}
