import { SearchX, UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import { useUserList, type UserFilter } from '#data/users.queries.ts'
import { formatDay, isOneDay, type DayRange } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { USER_FILTERS } from './use-user-query.ts'

const DATES = ['joined_from', 'joined_to'] as const
const DATES_AND_FILTERS = [...DATES, ...USER_FILTERS] as const

interface Props {
  filter: UserFilter
  /** Dates on which users joined; null for all. */
  range: DayRange | null
  /** Whether other filters are on. */
  isFiltered: boolean
  onAllDates: () => void
  onClearFilters: () => void
  onClearSearch: () => void
}

export function NoUsersYet() {
  return (
    <EmptyState icon={<UsersRound />} title="No users yet">
      Users appear here as soon as they sign up in the app.
    </EmptyState>
  )
}

/** An empty state that says what the dates, the filters or the search leave out, with a button that shows it. */
export function NoUsers({ filter, range, isFiltered, onAllDates, onClearFilters, onClearSearch }: Props) {
  const { search } = filter
  const onOtherDates = useTotal(filter, DATES, range !== null)
  const unfiltered = useTotal(filter, DATES_AND_FILTERS, isFiltered)
  const everything = [
    range && { total: onOtherDates, where: 'on other dates', label: 'Show all dates', onClick: onAllDates },
    isFiltered && { total: unfiltered, where: 'without filters', label: 'Clear filters', onClick: onClearFilters },
    search !== undefined && { total: undefined, where: '', label: 'Clear search', onClick: onClearSearch },
  ].filter((part) => part !== null && part !== false)
  const left = everything.find(({ total }) => total !== 0) ?? everything[0]
  if (!left) return <NoUsersYet />
  const what = [search !== undefined && `“${search}”`, isFiltered && 'these filters'].filter(Boolean).join(' and ')
  const days =
    range &&
    (isOneDay(range) ? `on ${formatDay(range.from)}` : `from ${formatDay(range.from)} to ${formatDay(range.to)}`)
  return (
    <EmptyState
      icon={<SearchX />}
      title={[`No users ${what ? `match ${what}` : 'joined'}`, days].filter(Boolean).join(' ')}
      actions={<Button onClick={left.onClick}>{left.label}</Button>}
    >
      {left.total !== undefined && left.total > 0 && (
        <strong>
          {`${formatNumber(left.total)} ${what === '' ? 'joined' : left.total === 1 ? 'matches' : 'match'} ${left.where}.`}
        </strong>
      )}
    </EmptyState>
  )
}

/** Counts the users who match without some of the filters; undefined until they are counted. */
function useTotal(filter: UserFilter, without: readonly (keyof UserFilter)[], enabled: boolean) {
  const query = useMemo(() => {
    const rest = { ...filter, page: 1, page_size: 1 }
    for (const name of without) delete rest[name]
    return rest
  }, [filter, without])
  const { listing, isStale } = useUserList(query, { enabled })
  return isStale ? undefined : listing?.total
}
