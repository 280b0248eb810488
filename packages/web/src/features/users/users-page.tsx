import { ApiError } from '@rapport/core/api/api-error.ts'
import { USER_SORTS, type User, type UserListQuery, type UserSort } from '@rapport/core/entities/users/user.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayRangeProblem, dayRangeToUrl, formatDayRange, toInstants, parseDayRange } from '#ui/date-range/day-range.ts'
import { ListScreen } from '#crud/list-screen.tsx'
import { useClampedPage, useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { useToday } from '#platform/use-today.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { FilterBar } from '#ui/layout/filter-bar.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { useIsOnline } from '#platform/use-is-online.ts'
import { usePaging } from '#data/extensions.ts'
import { useUserList } from '#data/users.queries.ts'
import { DeleteUserDialog } from './delete-user.tsx'
import { DeleteUsersDialog } from './delete-users.tsx'
import type { UserFilter } from './matching-users.ts'
import { NoUsers } from './no-users.tsx'
import { OWN_ACCOUNT_HINT, useIsOwn, useOwnEmail } from './own-account.ts'
import { SelectedUsers } from './selected-users.tsx'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { useSelection } from '#crud/use-selection.ts'
import { useUserDetails } from './use-user-details.ts'
import { UserFilters } from './user-filters.tsx'
import { userCount, userLabel, hasUnreadableDate } from './user-format.ts'
import { useUsersExport } from './use-users-export.ts'
import { usersCommand } from './users-command.ts'
import { UsersToolbar } from './users-toolbar.tsx'
import { optionalColumns, userColumns } from './users-columns.tsx'

const LIST: ListConfig<UserSort> = { sorts: USER_SORTS, filterNames: ['range', 'status', 'role'] }

/** Loads when the first user is opened. */
const UserDrawer = lazyOverlay(async () => (await import('./user-drawer.tsx')).UserDrawer)

/** Reason why a stale row cannot be selected. */
const LOADING_HINT = 'The list is being loaded.'

/** Users list (specification, section 2: users). */
export function UsersPage() {
  const [params, change] = useListParams(LIST)
  const { size, sort, filters } = params
  const { hasServerPaging } = usePaging()
  const searchInput = useSearchInput(params, change)
  // Searches users in memory at every keystroke, a server only when typing pauses.
  const { search, page } = hasServerPaging ? params : searchInput
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range'], today), [filters, today])
  const [userToDelete, setUserToDelete] = useState<User>()
  const [usersToDelete, setUsersToDelete] = useState<readonly User[]>()
  const [allMatchesError, setAllMatchesError] = useState<string>()
  const results = useRef<HTMLElement>(null)
  const isOwn = useIsOwn()
  const isOwnKnown = useOwnEmail() !== undefined
  const [hidden, setHidden] = useHiddenColumns()
  const allColumns = useMemo(() => userColumns({ isOwn, onDelete: setUserToDelete }), [isOwn])
  const columns = useMemo(
    () => allColumns.filter(({ id }) => id === undefined || !hidden.has(id)),
    [allColumns, hidden],
  )

  const filter = useMemo((): UserFilter => {
    const joined = range && toInstants(range)
    return {
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(joined && { joined_from: joined.first, joined_to: joined.last }),
      ...(filters['status'] !== undefined && { status: filters['status'] }),
      ...(filters['role'] !== undefined && { role: filters['role'] }),
    }
  }, [search, range, filters])
  const listQuery = useMemo((): UserFilter => ({ ...filter, ...(sort !== undefined && { sort }) }), [filter, sort])
  const query = useMemo((): UserListQuery => ({ page, page_size: size, ...listQuery }), [page, size, listQuery])
  const { listing, hiddenRecordsMessage, allUsers, readPage, isStale: stale, query: result } = useUserList(query)
  const { error } = result
  const unreadableDateCount = useMemo(
    () => (range ? (allUsers?.filter(hasUnreadableDate).length ?? 0) : 0),
    [allUsers, range],
  )
  const { selected, select, clear } = useSelection<User>(JSON.stringify(filter))

  // A server refuses pages beyond its bound; page 1 always exists.
  const isPageRefused = page > 1 && error instanceof ApiError && error.status === 400
  useEffect(() => {
    if (isPageRefused) change({ page: 1 }, { replace: true })
  })
  useClampedPage({ page, size, total: stale ? undefined : listing?.total }, change)

  const details = useUserDetails({ listing, isStale: stale, page, size, readPage })
  const selection = {
    isSelected: ({ id }: User) => selected.has(id),
    // Stale rows may not match the new filters.
    disabledReason: (user: User) => (isOwn(user) ? OWN_ACCOUNT_HINT : stale ? LOADING_HINT : undefined),
    formatLabel: userLabel,
    onSelect: select,
  }
  const exporting = useUsersExport(listQuery, setAllMatchesError)
  // Without `paging`, all users are in memory.
  const isCutOff = !useIsOnline() && hasServerPaging
  const chosen = [filters['status'], filters['role']].filter((value) => value !== undefined)
  const clearFilters = () => change({ filters: { status: undefined, role: undefined } })
  const noFilters = { status: undefined, role: undefined, range: dayRangeToUrl(null, today) }
  const clearAll = () => change({ filters: noFilters })
  const focusResultsAnd = (clearPart: () => void) => () => {
    // The button disappears, and would take the focus with it.
    results.current?.focus({ preventScroll: true })
    clearPart()
  }
  const rangeProblem = dayRangeProblem(filters['range'], today)
  const showRange = (next: typeof range) => change({ filters: { range: dayRangeToUrl(next, today) } })
  const notices = [
    rangeProblem,
    hiddenRecordsMessage,
    unreadableDateCount > 0
      ? `${userCount(unreadableDateCount)} left out: ${unreadableDateCount === 1 ? 'the' : 'their'} joined date could not be read.`
      : undefined,
  ]
  const isFailed = error !== null && !isPageRefused && !listing
  return (
    <>
      <ListScreen
        title="Users"
        isTable
        results={results}
        query={{
          data: listing,
          error: isPageRefused ? null : error,
          isFetching: result.isFetching,
          refetch: result.refetch,
        }}
        operation="listUsers"
        onKeyDown={details.stepByArrows}
        filters={
          <FilterBar
            activeFilterCount={chosen.length}
            onClear={listing?.total !== 0 && (chosen.length > 0 || range) ? clearAll : undefined}
            search={
              <SearchField
                label="Search users"
                placeholder="Search name, ID, email"
                value={searchInput.search}
                onChange={searchInput.setSearch}
              />
            }
            filters={
              <UserFilters
                status={filters['status']}
                role={filters['role']}
                statuses={listing?.statuses}
                roles={listing?.roles}
                onChange={(next) => change({ filters: next })}
              />
            }
            dates={<DateRangePicker label="Joined" value={range} isFiltering={range !== null} onChange={showRange} />}
            actions={
              <UsersToolbar
                columns={{ options: optionalColumns(allColumns), hidden, onChange: setHidden }}
                disabled={isFailed || listing?.total === 0}
                exporting={{ ...exporting, disabled: !listing?.total || isCutOff }}
                command={() => usersCommand(listQuery, range)}
              />
            }
          />
        }
      >
        {notices.map(
          (text) =>
            text !== undefined && (
              <Notice key={text} tone="info">
                {text}
              </Notice>
            ),
        )}
        {allMatchesError !== undefined && <Notice tone="error">{allMatchesError}</Notice>}
        <DataTable
          caption="Users"
          columns={columns}
          rows={listing?.users}
          expectedRows={size}
          rowId={(user) => String(user.id)}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          selection={selection}
          onOpen={details.open}
          openId={details.openId}
          isStale={stale}
          empty={
            <NoUsers
              search={search.trim()}
              status={filters['status']}
              role={filters['role']}
              dates={range ? formatDayRange(range) : undefined}
              onClearAll={focusResultsAnd(() => {
                searchInput.setSearch('')
                change({ search: '', filters: noFilters })
              })}
              onClearFilters={focusResultsAnd(clearFilters)}
              onClearSearch={focusResultsAnd(searchInput.clear)}
              onAllDates={focusResultsAnd(() => showRange(null))}
            />
          }
        />
        {selected.size > 0 && (
          <SelectedUsers
            filter={filter}
            listed={listing?.users ?? []}
            total={listing?.total ?? 0}
            totalIsMinimum={listing?.totalIsMinimum ?? false}
            selected={[...selected.keys()]}
            canSelect={(user) => !isOwn(user)}
            isOwnKnown={isOwnKnown}
            onSelect={(users) => select(users, true)}
            onClear={clear}
            onDelete={() => setUsersToDelete([...selected.values()])}
            onError={setAllMatchesError}
          />
        )}
        <ListFooter
          page={page}
          size={size}
          shown={listing?.users.length}
          total={listing?.total ?? 0}
          totalIsMinimum={listing?.totalIsMinimum ?? false}
          loadingText="Loading users..."
          disabled={isCutOff}
          onChange={searchInput.changePage}
        />
      </ListScreen>
      <UserDrawer {...details.drawer} isOwn={isOwn} onDelete={setUserToDelete} fallbackFocus={results} />
      <DeleteUsersDialog
        users={usersToDelete}
        onDeleted={(users) => select(users, false)}
        onClose={() => setUsersToDelete(undefined)}
        fallbackFocus={results}
      />
      <DeleteUserDialog
        user={userToDelete}
        onDeleted={details.closeIfOpen}
        onClose={() => setUserToDelete(undefined)}
        fallbackFocus={results}
      />
    </>
  )
}
