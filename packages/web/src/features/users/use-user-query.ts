import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import type { UserListQuery, UserSort } from '@rapport/core/entities/users/user.ts'
import { useMemo } from 'react'
import type { ListParams } from '#crud/use-list-params.ts'
import type { UserFilter } from '#data/users.queries.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import { type DayRange, toInstants } from '#ui/date-range/day-range.ts'

/** The filters of the screen by their names in the URL, which are those of the API. */
export const USER_FILTERS = [
  'status',
  'role',
  'gender',
  'age_from',
  'age_to',
  'age_not_set',
  'profile_completed',
] as const

export type UserFilters = Pick<UserListQuery, (typeof USER_FILTERS)[number]>

/** The order of all dates without a sort in the URL. */
export const NEWEST_FIRST = '-joined_date'

const MAX_AGE = 150

/** Reads the filters of the URL; leaves out those that are off or not valid. */
function readUserFilters(filters: ListParams['filters']): UserFilters {
  const lists = (['status', 'role', 'gender'] as const).map((name) => [name, [...(filters[name] ?? [])]] as const)
  const ages = (['age_from', 'age_to'] as const).map((name) => [name, Number(filters[name]?.[0])] as const)
  const completed = filters['profile_completed']?.[0]
  return {
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
    ...Object.fromEntries(ages.filter(([, age]) => Number.isInteger(age) && age >= 0 && age <= MAX_AGE)),
    ...(filters['age_not_set']?.[0] === 'true' && { age_not_set: true }),
    ...((completed === 'true' || completed === 'false') && { profile_completed: completed === 'true' }),
  }
}

/** Returns the filter, the filter with the sort order, and the query of one page; all memoised. */
export function useUserQuery(
  { page, size, search, sort, filters }: ListParams<UserSort>,
  range: DayRange | null,
): { filter: UserFilter; sortedFilter: UserFilter; pageQuery: UserListQuery } {
  const filter = useMemo((): UserFilter => {
    const joined = range && toInstants(range)
    return {
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(joined && { joined_from: joined.first, joined_to: joined.last }),
      ...readUserFilters(filters),
    }
  }, [search, range, filters])
  const sortedFilter = useMemo((): UserFilter => ({ ...filter, ...(sort !== undefined && { sort }) }), [filter, sort])
  const pageQuery = useMemo(
    (): UserListQuery => ({ page, page_size: size, ...sortedFilter }),
    [page, size, sortedFilter],
  )
  return { filter, sortedFilter, pageQuery }
}

export function usersCommand(filter: UserFilter, range: DayRange | null): string {
  const { profile_completed: completed, ...others } = filter
  const flags = {
    ...others,
    profile_completed: completed === undefined ? undefined : completed ? 'yes' : 'no',
    joined_from: range ? commandDay(range.from) : undefined,
    joined_to: range ? commandDay(range.to) : undefined,
  }
  const names = Object.keys(LIST_FLAGS).filter(
    (name): name is keyof typeof flags & keyof typeof LIST_FLAGS => name in flags,
  )
  return commandLine(
    ['users', 'list'],
    Object.fromEntries(names.map((name) => [LIST_FLAGS[name], flags[name] === true || flags[name]?.toString()])),
  )
}
