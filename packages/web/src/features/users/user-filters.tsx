import { NO_PLAN, NOT_ACTIVE, NOT_SET, type ValueCount } from '@rapport/core/entities/users/user.ts'
import type { FilterChange } from '#crud/use-list-params.ts'
import { useUserFacets, type UserFilter, type UserListing } from '#data/users.queries.ts'
import { FilterMenu } from '#ui/fields/filter-menu.tsx'
import { capitalised, NOT_SET as NOT_SET_TEXT } from '#ui/primitives/display-text.ts'
import { AgeFilter } from './age-filter.tsx'

interface Props {
  filter: UserFilter
  listing: UserListing | undefined
  onChange: (filters: FilterChange) => void
}

/** Returns the filters of the list: those that wide windows show in the toolbar, and the others. */
export function useUserFilters({ filter, listing, onChange }: Props) {
  const facets = useUserFacets(filter)
  const { status = [], role = [], gender = [], profile_completed } = filter
  const completed = facets?.profile_completed
  return {
    main: (
      <>
        <FilterMenu
          label="Status"
          selected={status}
          options={toOptions(listing?.statuses ?? [{ value: 'active' }], facets?.status)}
          shortcuts={[{ label: 'Not active', selected: [NOT_ACTIVE] }]}
          onChange={(next) => onChange({ status: next })}
        />
        <FilterMenu
          label="Role"
          selected={role}
          options={toOptions(listing?.roles ?? [{ value: 'admin' }, { value: 'user' }], facets?.role)}
          shortcuts={[{ label: 'No plan', selected: [NO_PLAN] }]}
          onChange={(next) => onChange({ role: next })}
        />
      </>
    ),
    more: (
      <>
        <FilterMenu
          label="Gender"
          selected={gender}
          options={toOptions([], facets?.gender)}
          onChange={(next) => onChange({ gender: next })}
        />
        <AgeFilter
          value={filter}
          counts={facets?.age}
          onChange={(ages) =>
            onChange({
              age_from: ages.age_from?.toString(),
              age_to: ages.age_to?.toString(),
              age_not_set: ages.age_not_set ? 'true' : undefined,
            })
          }
        />
        <FilterMenu
          label="Profile"
          single
          selected={profile_completed === undefined ? [] : [String(profile_completed)]}
          options={[
            { value: 'true', label: 'Completed', count: completed?.yes },
            { value: 'false', label: 'Not completed', count: completed?.no },
          ]}
          onChange={(next) => onChange({ profile_completed: next })}
        />
      </>
    ),
    mainCount: [status, role].filter(({ length }) => length > 0).length,
    moreCount: [
      gender.length > 0,
      filter.age_from !== undefined || filter.age_to !== undefined || filter.age_not_set,
      profile_completed !== undefined,
    ].filter(Boolean).length,
  }
}

/** Returns the known values with their counts, those without a value last. */
function toOptions(known: readonly { value: string }[], counts: readonly ValueCount[] | undefined) {
  const values = new Set([...known, ...(counts ?? [])].map(({ value }) => value))
  if (values.delete(NOT_SET) || known.length === 0) values.add(NOT_SET)
  return [...values].map((value) => ({
    value,
    label: value === NOT_SET ? NOT_SET_TEXT : capitalised(value),
    count: counts && (counts.find((one) => one.value === value)?.users ?? 0),
  }))
}
