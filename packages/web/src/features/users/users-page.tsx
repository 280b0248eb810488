import { messageFor } from '@rapport/core/messages.ts'
import { USER_SORTS, type User, type UserListQuery, type UserSort } from '@rapport/core/users/user.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayRangeToUrl, instantsOf, parseDayRange } from '#lib/day-range.ts'
import { PAGE_SIZES, useListParams, type ListConfig } from '#lib/use-list-params.ts'
import { useToday } from '#lib/use-today.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateRangePicker } from '#ui/date-range-picker.tsx'
import { ListFooter } from '#ui/list-footer.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { DeleteUser } from './delete-user.tsx'
import { NoUsers } from './no-users.tsx'
import { UserFilters } from './user-filters.tsx'
import { userColumns } from './users-columns.tsx'
import { useUserList } from '#lib/users-queries.ts'
import styles from './users-page.module.css'

const LIST: ListConfig<UserSort> = { sorts: USER_SORTS, filterNames: ['range', 'status', 'role'] }

/** The users list (specification, section 2). */
export function UsersPage() {
  const [{ page, size, search, sort, filters }, change] = useListParams(LIST)
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range'], today), [filters, today])
  const [doomed, setDoomed] = useState<User>()
  const results = useRef<HTMLElement>(null)
  const columns = useMemo(() => userColumns(setDoomed), [])

  const query = useMemo((): UserListQuery => {
    const joined = range && instantsOf(range)
    return {
      page,
      page_size: size,
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(joined && { joined_from: joined.first, joined_to: joined.last }),
      ...(filters['status'] !== undefined && { status: filters['status'] }),
      ...(filters['role'] !== undefined && { role: filters['role'] }),
      ...(sort !== undefined && { sort }),
    }
  }, [page, size, search, sort, range, filters])
  const { listing, stale, error, retrying, retry } = useUserList(query)

  const lastPage = listing && Math.max(1, Math.ceil(listing.total / size))
  useEffect(() => {
    if (lastPage !== undefined && !stale && page > lastPage) change({ page: lastPage }, { replace: true })
  })

  const reload = () => {
    // The button goes with the error.
    results.current?.focus()
    void retry()
  }
  const showRange = (next: typeof range) => change({ filters: { range: dayRangeToUrl(next, today) } })
  return (
    <>
      <PageHeader title="Users" />
      <div className={styles['toolbar']}>
        <SearchField
          label="Search users"
          placeholder="Search name, ID, email"
          value={search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        <UserFilters
          status={filters['status']}
          role={filters['role']}
          shown={listing?.users}
          onChange={(next) => change({ filters: next })}
        />
        <DateRangePicker label="Joined" value={range} onChange={showRange} />
      </div>
      <Panel ref={results} tabIndex={-1} aria-label="Users">
        {error && (
          <div className={styles['error']}>
            <LoadError error={error} busy={retrying} onRetry={reload} />
          </div>
        )}
        {(!error || listing) && (
          <>
            <DataTable
              caption="Users"
              columns={columns}
              rows={listing?.users}
              expectedRows={size}
              rowId={(user) => String(user.id)}
              sort={sort}
              onSort={(next) => change({ sort: next })}
              stale={stale}
              empty={
                <NoUsers
                  search={search.trim()}
                  range={range}
                  everyone={listing?.everyone}
                  filtered={filters['status'] !== undefined || filters['role'] !== undefined}
                  onClearFilters={() => change({ filters: { status: undefined, role: undefined } })}
                  onClearSearch={() => change({ search: '' })}
                  onAllDates={() => showRange(null)}
                />
              }
            />
            <ListFooter
              page={page}
              size={size}
              sizes={PAGE_SIZES}
              shown={listing?.users.length}
              total={listing?.total ?? 0}
              loading="Loading users..."
              onPage={(next) => change({ page: next })}
              onSize={(next) => change({ size: next })}
            />
          </>
        )}
      </Panel>
      <DeleteUser user={doomed} onClose={() => setDoomed(undefined)} fallbackFocus={results} />
    </>
  )
}

function LoadError({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const retry = (
    <Button size="small" busy={busy} onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Notice tone="error" action={retry}>
      {messageFor('listUsers', error)}
    </Notice>
  )
}
