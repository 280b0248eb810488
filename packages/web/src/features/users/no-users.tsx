import { CalendarSearch, SearchX, UsersRound } from 'lucide-react'
import { formatDay, isSameRange, onlyToday, type DayRange } from '#ui/date-range/day-range.ts'
import { useToday } from '#platform/use-today.ts'
import { Button } from '#ui/primitives/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { capitalised } from '#ui/primitives/display-text.ts'
import { counted } from './user-words.ts'

interface Props {
  search: string
  range: DayRange | null
  /** How many users there are, with any date, status and role; undefined when the server does not count them. */
  userCount: number | undefined
  status: string | undefined
  role: string | undefined
  onClearFilters: () => void
  onClearSearch: () => void
  onAllDates: () => void
}

/** Says which filters leave no users, and offers to clear them. */
export function NoUsers(props: Props) {
  const { search, range, userCount, status, role, onClearFilters, onClearSearch, onAllDates } = props
  const today = useToday()
  const filtered = status !== undefined || role !== undefined
  const allDates = (
    <Button variant="primary" onClick={onAllDates}>
      All dates
    </Button>
  )
  if (search !== '' || filtered) {
    const shown = [
      status !== undefined && `with the status ${capitalised(status)}`,
      role !== undefined && `with the role ${capitalised(role)}`,
      range && `who joined ${inWords(range, today)}`,
    ].filter((text) => typeof text === 'string')
    return (
      <EmptyState
        icon={<SearchX />}
        title={search === '' ? 'No users match these filters' : `No users match “${search}”`}
        actions={
          <>
            {range && allDates}
            {filtered && <Button onClick={onClearFilters}>Clear filters</Button>}
            {search !== '' && <Button onClick={onClearSearch}>Clear search</Button>}
          </>
        }
      >
        {shown.length > 0
          ? `Only users ${new Intl.ListFormat('en').format(shown)} ${search === '' ? 'are shown' : 'were searched'}.`
          : 'Try another part of the name, the id or the email.'}
      </EmptyState>
    )
  }
  if (range) {
    return (
      <EmptyState icon={<CalendarSearch />} title={`No users joined ${inWords(range, today)}`} actions={allDates}>
        {userCount ? `${counted(userCount)} joined on other days.` : undefined}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<UsersRound />} title="No users yet">
      Users appear here as soon as they sign up in the app.
    </EmptyState>
  )
}

function inWords({ from, to }: DayRange, today: Date): string {
  if (isSameRange({ from, to }, onlyToday(today))) return 'today'
  if (isSameRange({ from, to }, onlyToday(from))) return `on ${formatDay(from)}`
  return `from ${formatDay(from)} to ${formatDay(to)}`
}
