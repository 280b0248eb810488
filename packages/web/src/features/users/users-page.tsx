import { ApiError } from '@rapport/core/api/api-error.ts'
import { USER_SORTS, type User, type UserListQuery, type UserSort } from '@rapport/core/entities/users/user.ts'
import { Columns3 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayRangeProblem, dayRangeToUrl, instantsOf, parseDayRange } from '#ui/date-range/day-range.ts'
import {
  PAGE_SIZES,
  useExistingPage,
  useListParams,
  useTypedSearch,
  type ListConfig,
} from '#ui/table/use-list-params.ts'
import { useToday } from '#platform/use-today.ts'
import { ChoiceMenu } from '#ui/overlays/choice-menu.tsx'
import { CopyAsCommand } from '#ui/feedback/copy-as-command.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { DensityToggle } from '#ui/table/density-toggle.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { MessageFrame } from '#ui/feedback/message-frame.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { useHiddenRecords } from '#data/hidden-records.ts'
import { usePaging } from '#data/settings-query.ts'
import { useUserList } from '#data/users-queries.ts'
import { DeleteUser } from './delete-user.tsx'
import { DeleteUsers } from './delete-users.tsx'
import { ExportUsers } from './export-users.tsx'
import { LazyUserDrawer } from './lazy-user-drawer.ts'
import type { UserFilter } from './matching-users.ts'
import { NoUsers } from './no-users.tsx'
import { OWN_ACCOUNT, useIsOwn, useOwnEmail } from './own-account.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { useSelection } from '#ui/crud/use-selection.ts'
import { useUserDetails } from './use-user-details.ts'
import { UserFilters } from './user-filters.tsx'
import { counted, describe, hasUnreadableDate } from './user-words.ts'
import { usersLine } from './users-line.ts'
import { OPTIONAL_COLUMNS, userColumns } from './users-columns.tsx'
import styles from './users-page.module.css'

const LIST: ListConfig<UserSort> = { sorts: USER_SORTS, filterNames: ['range', 'status', 'role'] }

/** Why a row of the last query cannot be selected. */
const LOADING = 'The list is being loaded.'

/** The users list (specification, section 2). */
export function UsersPage() {
  const [params, change] = useListParams(LIST)
  const { size, sort, filters } = params
  const { paged } = usePaging()
  const typed = useTypedSearch(params, change)
  // Users in memory are searched at every keystroke, a server only when typing pauses.
  const { search, page } = paged ? params : typed
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range'], today), [filters, today])
  const [userToDelete, setUserToDelete] = useState<User>()
  const [usersToDelete, setUsersToDelete] = useState<readonly User[]>()
  const [problem, setProblem] = useState<string>()
  const results = useRef<HTMLElement>(null)
  const isOwn = useIsOwn()
  const isOwnKnown = useOwnEmail() !== undefined
  const [hidden, setHidden] = useHiddenColumns()
  const columns = useMemo(
    () => userColumns({ isOwn, onDelete: setUserToDelete }).filter(({ id }) => id === undefined || !hidden.has(id)),
    [isOwn, hidden],
  )

  const filter = useMemo((): UserFilter => {
    const joined = range && instantsOf(range)
    return {
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(joined && { joined_from: joined.first, joined_to: joined.last }),
      ...(filters['status'] !== undefined && { status: filters['status'] }),
      ...(filters['role'] !== undefined && { role: filters['role'] }),
    }
  }, [search, range, filters])
  const sorted = useMemo((): UserFilter => ({ ...filter, ...(sort !== undefined && { sort }) }), [filter, sort])
  const query = useMemo((): UserListQuery => ({ page, page_size: size, ...sorted }), [page, size, sorted])
  const { listing, allUsers, stale, error, retrying, retry } = useUserList(query)
  const unreadableDates = useMemo(
    () => (range ? (allUsers?.filter(hasUnreadableDate).length ?? 0) : 0),
    [allUsers, range],
  )
  const hiddenRecords = useHiddenRecords('listUsers')
  const { selected, select, clear } = useSelection<User>(JSON.stringify(filter))

  // A server refuses a page beyond its bound; page 1 is always there.
  const isPageRefused = page > 1 && error instanceof ApiError && error.status === 400
  useEffect(() => {
    if (isPageRefused) change({ page: 1 }, { replace: true })
  })
  useExistingPage({ page, size, total: stale ? undefined : listing?.total }, change)

  const details = useUserDetails({
    listing,
    stale,
    page,
    size,
    onPage: (next) => change({ page: next }, { replace: true }),
  })

  const reload = () => {
    // The Retry button disappears with the error.
    results.current?.focus()
    void retry()
  }
  const selection = {
    isSelected: ({ id }: User) => selected.has(id),
    // The selection belongs to the new filters, which stale rows may not match.
    disabledReason: (user: User) => (isOwn(user) ? OWN_ACCOUNT : stale ? LOADING : undefined),
    labelOf: describe,
    onSelect: select,
  }
  const rangeProblem = dayRangeProblem(filters['range'], today)
  const showRange = (next: typeof range) => change({ filters: { range: dayRangeToUrl(next, today) } })
  const notices = [
    rangeProblem,
    hiddenRecords,
    unreadableDates > 0
      ? `${counted(unreadableDates)} ${unreadableDates === 1 ? 'is' : 'are'} left out: the joined date that the server sent could not be read.`
      : undefined,
  ]
  const loadError = error && !isPageRefused && (
    <LoadError messageKey="listUsers" error={error} busy={retrying} onRetry={reload} />
  )
  return (
    <>
      <PageHeader title="Users" />
      <UserFilters
        status={filters['status']}
        role={filters['role']}
        statuses={listing?.statuses}
        roles={listing?.roles}
        onChange={(chosen) => change({ filters: chosen })}
        search={
          <SearchField
            label="Search users"
            placeholder="Search name, ID, email"
            value={typed.search}
            onChange={typed.setSearch}
          />
        }
        dates={<DateRangePicker label="Joined" value={range} onChange={showRange} />}
        tableTools={
          <>
            <ChoiceMenu
              label="Columns"
              icon={<Columns3 aria-hidden="true" />}
              options={OPTIONAL_COLUMNS}
              isChosen={(id) => !hidden.has(id)}
              onToggle={(id, chosen) => {
                const others = [...hidden].filter((other) => other !== id)
                setHidden(new Set(chosen ? others : [...others, id]))
              }}
            />
            <DensityToggle />
          </>
        }
        tools={
          <>
            <ExportUsers filter={sorted} total={listing?.total} onProblem={setProblem} />
            <CopyAsCommand look="icon" command={() => ({ line: usersLine(sorted, range) })} />
          </>
        }
      />
      <Panel ref={results} tabIndex={-1} aria-label="Users" onKeyDown={details.stepByArrows}>
        {notices.map(
          (text) =>
            text !== undefined && (
              <div key={text} className={styles['notice']}>
                <Notice tone="info">{text}</Notice>
              </div>
            ),
        )}
        {loadError && listing && <div className={styles['notice']}>{loadError}</div>}
        {problem !== undefined && (
          <div className={styles['notice']}>
            <Notice tone="error">{problem}</Notice>
          </div>
        )}
        {loadError && !listing ? (
          <MessageFrame>{loadError}</MessageFrame>
        ) : (
          <>
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
              stale={stale}
              empty={
                <NoUsers
                  search={search.trim()}
                  range={range}
                  userCount={listing?.userCount}
                  filtered={filters['status'] !== undefined || filters['role'] !== undefined}
                  onClearFilters={() => change({ filters: { status: undefined, role: undefined } })}
                  onClearSearch={typed.clear}
                  onAllDates={() => showRange(null)}
                />
              }
            />
            {selected.size > 0 && (
              <SelectionBar
                filter={filter}
                total={listing?.total ?? 0}
                totalIsMinimum={listing?.totalIsMinimum ?? false}
                selected={[...selected.keys()]}
                canSelect={(user) => !isOwn(user)}
                isOwnKnown={isOwnKnown}
                onSelect={(users) => select(users, true)}
                onClear={() => {
                  clear()
                  // The button disappears with the selection.
                  results.current?.focus({ preventScroll: true })
                }}
                onDelete={() => setUsersToDelete([...selected.values()])}
                onProblem={setProblem}
              />
            )}
            <ListFooter
              page={page}
              size={size}
              sizes={PAGE_SIZES}
              shown={listing?.users.length}
              total={listing?.total ?? 0}
              totalIsMinimum={listing?.totalIsMinimum ?? false}
              loading="Loading users..."
              onPage={(next) => change({ page: next })}
              onSize={(next) => change({ size: next })}
            />
          </>
        )}
      </Panel>
      <LazyUserDrawer {...details.drawer} isOwn={isOwn} onDelete={setUserToDelete} fallbackFocus={results} />
      <DeleteUsers
        users={usersToDelete}
        onDeleted={(users) => select(users, false)}
        onClose={() => setUsersToDelete(undefined)}
        fallbackFocus={results}
      />
      <DeleteUser
        user={userToDelete}
        onDeleted={details.closeIfOpen}
        onClose={() => setUserToDelete(undefined)}
        fallbackFocus={results}
      />
    </>
  )
}
