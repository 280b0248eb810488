import type { ValueCount } from '@rapport/core/entities/users/user.ts'
import { FilterSelect } from '#ui/fields/filter-select.tsx'
import { capitalised, formatNumber } from '#ui/primitives/display-text.ts'

interface Props {
  status: string | undefined
  role: string | undefined
  /** Undefined while they load, and if the server does not count statuses. */
  statuses: readonly ValueCount[] | undefined
  roles: readonly ValueCount[] | undefined
  onChange: (filters: { status?: string | undefined; role?: string | undefined }) => void
}

export function UserFilters({ status, role, statuses, roles, onChange }: Props) {
  return (
    <>
      <FilterSelect
        label="Status"
        value={status}
        options={toOptions(statuses ?? [{ value: 'active' }])}
        onChange={(next) => onChange({ status: next })}
      />
      <FilterSelect
        label="Role"
        value={role}
        options={toOptions(roles ?? [{ value: 'admin' }, { value: 'user' }])}
        onChange={(next) => onChange({ role: next })}
      />
    </>
  )
}

function toOptions(counts: readonly (Pick<ValueCount, 'value'> & Partial<ValueCount>)[]) {
  return counts.map(({ value, users }) => ({
    value,
    label: capitalised(value),
    count: users === undefined ? undefined : formatNumber(users),
  }))
}
