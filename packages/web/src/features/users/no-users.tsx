import { SearchX, UsersRound } from 'lucide-react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { capitalised } from '#ui/primitives/display-text.ts'

interface Props {
  search: string
  status: string | undefined
  role: string | undefined
  /** Text of the joined dates; undefined if they are not filtered. */
  dates: string | undefined
  onClearAll: () => void
  onClearFilters: () => void
  onClearSearch: () => void
  onAllDates: () => void
}

export function NoUsersYet() {
  return (
    <EmptyState icon={<UsersRound />} title="No users yet">
      Users appear here as soon as they sign up in the app.
    </EmptyState>
  )
}

/** An empty state that names what narrows the list, with buttons that clear it. */
export function NoUsers({ search, status, role, dates, ...actions }: Props) {
  const isSearched = search !== ''
  const isFiltered = status !== undefined || role !== undefined
  const allDates = dates !== undefined ? [{ label: 'Show all dates', onClick: actions.onAllDates }] : []
  const parts = [
    ...(isSearched ? [{ label: 'Clear search', onClick: actions.onClearSearch }] : []),
    ...(isFiltered ? [{ label: 'Clear filters', onClick: actions.onClearFilters }] : []),
    ...allDates,
  ]
  if (parts.length === 0) return <NoUsersYet />
  const unmatched = isFiltered ? 'No users match these filters' : 'No users joined on these dates'
  const narrowing = [
    ...(status === undefined ? [] : [`status ${capitalised(status)}`]),
    ...(role === undefined ? [] : [`role ${capitalised(role)}`]),
    ...(dates === undefined ? [] : [`joined ${dates}`]),
    ...(isSearched ? ['the search'] : []),
  ]
  // The list opens with users who joined today, among whom most searches find nothing.
  const offered =
    parts.length === 1
      ? parts
      : [...allDates, { label: isSearched ? 'Clear search and filters' : 'Clear filters', onClick: actions.onClearAll }]
  return (
    <EmptyState
      icon={<SearchX />}
      title={isSearched ? `No users match “${search}”` : unmatched}
      actions={offered.map(({ label, onClick }) => (
        <Button key={label} onClick={onClick}>
          {label}
        </Button>
      ))}
    >
      {narrowing.length > 1
        ? `${capitalised(listText(narrowing))} are narrowing this list.`
        : !isSearched && `${capitalised(narrowing.join(''))}.`}
    </EmptyState>
  )
}

function listText(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
