import { SearchX, UsersRound } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

interface Props {
  search: string
  hasRange: boolean
  /** Whether a status or role is chosen. */
  isFiltered: boolean
  onClearFilters: () => void
  onClearSearch: () => void
  onAllDates: () => void
}

/** Empty state that offers to clear search, dates and filters. */
export function NoUsers({ search, hasRange, isFiltered, onClearFilters, onClearSearch, onAllDates }: Props) {
  if (search === '' && !isFiltered && !hasRange) {
    return (
      <EmptyState icon={<UsersRound />} title="No users yet">
        Users appear here as soon as they sign up in the app.
      </EmptyState>
    )
  }
  const also = [search !== '' && isFiltered && 'filters', (search !== '' || isFiltered) && hasRange && 'dates'].filter(
    Boolean,
  )
  const unmatched = isFiltered ? 'No users match these filters' : 'No users joined on these dates'
  return (
    <EmptyState
      icon={<SearchX />}
      title={search === '' ? unmatched : `No users match “${search}”`}
      actions={
        <>
          {search !== '' && (
            <Button variant="primary" onClick={onClearSearch}>
              Clear search
            </Button>
          )}
          {isFiltered && <Button onClick={onClearFilters}>Clear filters</Button>}
          {hasRange && (
            <Button variant={search === '' ? 'primary' : 'secondary'} onClick={onAllDates}>
              Show all dates
            </Button>
          )}
        </>
      }
    >
      {also.length > 0 && `The ${also.join(' and ')} leave users out as well.`}
    </EmptyState>
  )
}
