import { ApiError } from '@rapport/core/api/api-error.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { type User, USER_SORTS, type UserSort } from '@rapport/core/entities/users/user.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { format } from 'date-fns'
import { useEffect, useMemo, useRef, useState } from 'react'
import { DeleteManyDialog } from '#crud/delete-many.tsx'
import { ListScreen } from '#crud/list-screen.tsx'
import {
  type FilterChange,
  type ListConfig,
  useClampedPage,
  useListParams,
  useSearchInput,
} from '#crud/use-list-params.ts'
import { useSelection } from '#crud/use-selection.ts'
import { useMatchingUsers, useSearchPace, useUserList, type UserFilter } from '#data/users.queries.ts'
import { downloadCsv } from '#platform/download.ts'
import { useIsOnline } from '#platform/use-is-online.ts'
import { useToday } from '#platform/use-today.ts'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { dayRangeProblem, dayRangeToUrl, parseDayRange } from '#ui/date-range/day-range.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { FilterMenu } from '#ui/fields/filter-menu.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { FilterBar } from '#ui/layout/filter-bar.tsx'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { ChangeStatusDialog, type StatusChange } from './change-status.tsx'
import { DeleteUserDialog } from './delete-user.tsx'
import { useUserDrawer } from './details/use-user-drawer.ts'
import { NoUsers } from './no-users.tsx'
import { ownAccountHint, useIsOwn } from './own-account.ts'
import { SelectedUsers } from './selected-users.tsx'
import { useUserColumns } from './use-user-columns.tsx'
import { NEWEST_FIRST, USER_FILTERS, usersCommand, useUserQuery } from './use-user-query.ts'
import { useUserFilters } from './user-filters.tsx'
import { hasUnreadableDate, userCount, userLabel } from './user-format.ts'
import { USER_FIELDS } from './user-view.tsx'
import { UsersToolbar } from './users-toolbar.tsx'

const LIST: ListConfig<UserSort> = { sorts: USER_SORTS, filterNames: ['range', ...USER_FILTERS] }
const NO_FILTERS: FilterChange = Object.fromEntries(USER_FILTERS.map((name) => [name, undefined]))
/** The orders that phones offer, which have no column headings. */
const SORT_OPTIONS = [
  { value: NEWEST_FIRST, label: 'Newest first' },
  { value: 'joined_date', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'Email' },
  { value: 'age', label: 'Age' },
]

/** Loads when the first user is opened. */
const UserDrawer = lazyOverlay(async () => (await import('./details/user-drawer.tsx')).UserDrawer)

/** The users list (specification, section 2: users). */
export function UsersPage() {
  const [params, change] = useListParams(LIST)
  const { size, filters } = params
  const searchInput = useSearchInput(params, change)
  const { search, page } = useSearchPace<{ search: string; page: number }>({ typed: searchInput, paused: params })
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range']?.[0], today), [filters, today])
  const sort = params.sort ?? (range ? undefined : NEWEST_FIRST)
  const { filter, sortedFilter, pageQuery } = useUserQuery({ ...params, sort, search, page }, range)
  const { listing, isPaged, hiddenRecordsMessage, allUsers, readPage, isStale, query } = useUserList(pageQuery)

  // A server refuses pages beyond its limit, but page 1 always exists.
  const isPageRefused = page > 1 && query.error instanceof ApiError && query.error.status === 400
  useEffect(() => {
    if (isPageRefused) change({ page: 1 }, { replace: true })
  })
  useClampedPage({ page, size, total: isStale ? undefined : listing?.total }, change)
  const isCutOff = !useIsOnline() && isPaged

  const unreadableCount = useMemo(() => (range && allUsers?.filter(hasUnreadableDate).length) ?? 0, [range, allUsers])
  const unreadableDatesMessage =
    unreadableCount > 0
      ? `${userCount(unreadableCount)} left out: ${unreadableCount === 1 ? 'the' : 'their'} joined date could not be read.`
      : undefined

  const [userToDelete, setUserToDelete] = useState<User>()
  const [usersToDelete, setUsersToDelete] = useState<readonly User[]>()
  const [statusChange, setStatusChange] = useState<StatusChange>()
  const [allMatchesError, setAllMatchesError] = useState<string>()
  const exporting = useUsersExport(sortedFilter, setAllMatchesError)
  const details = useUserDrawer({ listing, isStale, page, size, readPage })

  const isOwn = useIsOwn()
  const { columns, columnChoice } = useUserColumns({ isOwn, onDelete: setUserToDelete })
  const selected = useSelection<User>(JSON.stringify(filter))
  const selection = {
    isSelected: ({ id }: User) => selected.selected.has(id),
    disabledReason: (user: User) => (isOwn(user) ? ownAccountHint('deleted') : undefined),
    formatLabel: userLabel,
    onSelect: selected.select,
  }

  const userFilters = useUserFilters({ filter, listing, onChange: (next) => change({ filters: next }) })
  const isFiltered = userFilters.mainCount + userFilters.moreCount > 0
  const showRange = (next: typeof range) => change({ filters: { range: dayRangeToUrl(next, today) } })
  const clearAll = () => change({ filters: { ...NO_FILTERS, range: dayRangeToUrl(null, today) } })
  const results = useRef<HTMLElement>(null)
  const focusResultsAnd = (clearPart: () => void) => () => {
    // Moves the focus, because the button disappears.
    results.current?.focus({ preventScroll: true })
    clearPart()
  }
  return (
    <>
      <ListScreen
        title="Users"
        isTable
        isEmpty={listing?.total === 0 && !isStale && !isFiltered && !range && searchInput.search === ''}
        results={results}
        query={{ data: listing, error: isPageRefused ? null : query.error, isFetching: query.isFetching }}
        operation="listUsers"
        onKeyDown={details.stepByArrows}
        action={
          <UsersToolbar
            columns={columnChoice}
            exporting={{ ...exporting, disabled: !listing?.total || isCutOff }}
            command={() => usersCommand(sortedFilter, range)}
          />
        }
        filters={
          <FilterBar
            activeFilterCount={userFilters.mainCount}
            onClear={listing?.total !== 0 && (isFiltered || range) ? clearAll : undefined}
            search={<SearchField label="Search users" placeholder="Search name, ID, email" {...searchInput.field} />}
            filters={userFilters.main}
            more={userFilters.more}
            moreCount={userFilters.moreCount}
            sort={
              <FilterMenu
                label="Sort"
                single
                isOn={false}
                selected={sort === undefined ? [] : [sort]}
                options={SORT_OPTIONS}
                onChange={([next]) => change({ sort: next })}
              />
            }
            dates={<DateRangePicker label="Joined" value={range} isFiltering={range !== null} onChange={showRange} />}
          />
        }
      >
        {[dayRangeProblem(filters['range']?.[0], today), hiddenRecordsMessage, unreadableDatesMessage].map(
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
          isStale={isStale}
          empty={
            <NoUsers
              filter={filter}
              range={range}
              isFiltered={isFiltered}
              onAllDates={focusResultsAnd(() => showRange(null))}
              onClearFilters={focusResultsAnd(clearAll)}
              onClearSearch={focusResultsAnd(() => searchInput.clear())}
            />
          }
        />
        {selected.selected.size > 0 && (
          <SelectedUsers
            filter={filter}
            listing={listing}
            selection={selected}
            onDelete={() => setUsersToDelete([...selected.selected.values()])}
            onChangeStatus={setStatusChange}
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
      <DeleteManyDialog
        entity={userEntity}
        records={usersToDelete}
        formatName={userLabel}
        onDeleted={(users) => selected.select(users, false)}
        onClose={() => setUsersToDelete(undefined)}
        fallbackFocus={results}
      />
      <ChangeStatusDialog
        change={statusChange}
        onChanged={(users) => selected.select(users, false)}
        onClose={() => setStatusChange(undefined)}
        fallbackFocus={results}
      />
      <DeleteUserDialog
        record={userToDelete}
        onDeleted={details.closeIfOpen}
        onClose={() => setUserToDelete(undefined)}
        fallbackFocus={results}
      />
    </>
  )
}

/** Exports matching users of all pages as CSV. Passes error messages to `onError`. */
function useUsersExport(filter: UserFilter, onError: (message: string | undefined) => void) {
  const { load, cancel, isLoading } = useMatchingUsers(filter, onError)
  const today = useToday()

  const save = (users: readonly User[]) => {
    // Whatever the table shows.
    const fields = USER_FIELDS.filter(([, { csvTitle }]) => csvTitle !== undefined)
    const titles = fields.map(([, { csvTitle }]) => csvTitle)
    const rows = users.map((user) => fields.map(([name, { csvValue }]) => (csvValue ? csvValue(user) : user[name])))
    downloadCsv(`users-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([titles, ...rows]))
    showSuccess(`${userCount(users.length)} ${users.length === 1 ? 'was' : 'were'} exported.`)
  }
  return { busy: isLoading, onExport: () => load(save), onCancel: cancel }
}
