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
  const menu = (
    name: 'status' | 'role' | 'gender',
    label: string,
    known: readonly { value: string }[],
    shortcut?: { label: string; selected: string[] },
  ) => (
    <FilterMenu
      label={label}
      selected={filter[name] ?? []}
      options={toOptions(known, facets?.[name])}
      shortcuts={shortcut ? [shortcut] : []}
      onChange={(next) => onChange({ [name]: next })}
    />
  )
  return {
    main: (
      <>
        {menu('status', 'Status', listing?.statuses ?? [{ value: 'active' }], {
          label: 'Not active',
          selected: [NOT_ACTIVE],
        })}
        {menu('role', 'Role', listing?.roles ?? [{ value: 'admin' }, { value: 'user' }], {
          label: 'No plan',
          selected: [NO_PLAN],
        })}
      </>
    ),
    more: (
      <>
        {menu('gender', 'Gender', [])}
        <AgeFilter
          value={filter}
          counts={facets?.age}
          onChange={({ age_from, age_to, age_not_set }) =>
            onChange({
              age_from: age_from?.toString(),
              age_to: age_to?.toString(),
              age_not_set: age_not_set ? 'true' : undefined,
            })
          }
        />
        <FilterMenu
          label="Profile"
          single
          selected={profile_completed === undefined ? [] : [String(profile_completed)]}
          options={[
            { value: 'true', label: 'Completed', count: facets?.profile_completed.yes },
            { value: 'false', label: 'Not completed', count: facets?.profile_completed.no },
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
