import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import type { UserListQuery, UserSort } from '@rapport/core/entities/users/user.ts'
import { useMemo } from 'react'
import type { ListParams } from '#crud/use-list-params.ts'
import type { UserFilter } from '#data/users.queries.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import { type DayRange, toInstants } from '#ui/date-range/day-range.ts'

/** Returns the filter, the filter with the sort order, and the query of one page; all memoised. */
export function useUserQuery({ page, size, search, sort, filters }: ListParams<UserSort>, range: DayRange | null) {
  const filter = useMemo((): UserFilter => {
    const joined = range && toInstants(range)
    return {
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(joined && { joined_from: joined.first, joined_to: joined.last }),
      ...(filters['status'] && { status: [...filters['status']] }),
      ...(filters['role'] && { role: [...filters['role']] }),
    }
  }, [search, range, filters])
  const sortedFilter = useMemo((): UserFilter => ({ ...filter, ...(sort !== undefined && { sort }) }), [filter, sort])
  const pageQuery = useMemo(
    (): UserListQuery => ({ page, page_size: size, ...sortedFilter }),
    [page, size, sortedFilter],
  )
  return { filter, sortedFilter, pageQuery }
}

export function usersCommand({ search, status, role, sort }: UserFilter, range: DayRange | null): string {
  return commandLine(['users', 'list'], {
    [LIST_FLAGS.search]: search,
    [LIST_FLAGS.status]: status?.join(','),
    [LIST_FLAGS.role]: role?.join(','),
    [LIST_FLAGS.joined_from]: range ? commandDay(range.from) : undefined,
    [LIST_FLAGS.joined_to]: range ? commandDay(range.to) : undefined,
    [LIST_FLAGS.sort]: sort,
  })
}
