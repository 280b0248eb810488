import { SearchX, UsersRound } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import { capitalised } from '#ui/primitives/display-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from './no-users.module.css'

interface Props {
  search: string
  status: string | undefined
  role: string | undefined
  hasRange: boolean
  onClearAll: () => void
  onClearFilters: () => void
  onClearSearch: () => void
  onAllDates: () => void
}

/** Empty state that names what narrows the list, and offers to clear all of it or a part. */
export function NoUsers({ search, status, role, hasRange, ...actions }: Props) {
  const isSearched = search !== ''
  const isFiltered = status !== undefined || role !== undefined
  const parts = [
    ...(isSearched ? [{ label: 'Clear search', onClick: actions.onClearSearch }] : []),
    ...(isFiltered ? [{ label: 'Clear filters', onClick: actions.onClearFilters }] : []),
    ...(hasRange ? [{ label: 'Show all dates', onClick: actions.onAllDates }] : []),
  ]
  const isOnePart = parts.length === 1
  if (parts.length === 0) {
    return (
      <EmptyState icon={<UsersRound />} title="No users yet">
        Users appear here as soon as they sign up in the app.
      </EmptyState>
    )
  }
  const unmatched = isFiltered ? 'No users match these filters' : 'No users joined on these dates'
  const narrowing = [
    ...(status === undefined ? [] : ['status']),
    ...(role === undefined ? [] : ['role']),
    ...(hasRange ? ['dates'] : []),
    ...(isSearched ? ['the search'] : []),
  ]
  return (
    <EmptyState
      icon={<SearchX />}
      title={isSearched ? `No users match “${search}”` : unmatched}
      actions={
        <>
          {!isOnePart && <Button onClick={actions.onClearAll}>Clear all</Button>}
          <div className={styles['parts']}>
            {parts.map(({ label, onClick }) => (
              <Button key={label} size={isOnePart ? 'medium' : 'small'} onClick={onClick}>
                {label}
              </Button>
            ))}
          </div>
        </>
      }
    >
      {narrowing.length > 1 && `${capitalised(listText(narrowing))} are narrowing this list.`}
    </EmptyState>
  )
}

function listText(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
