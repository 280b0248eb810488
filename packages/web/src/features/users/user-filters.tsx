import type { User } from '@rapport/core/users/user.ts'
import { capitalised } from '#ui/primitives/display-text.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './user-filters.module.css'

interface Props {
  status: string | undefined
  role: string | undefined
  /** The users on the page: servers have more statuses than the specification names, so theirs can be chosen, too. */
  shown: readonly User[] | undefined
  onChange: (filters: { status?: string | undefined; role?: string | undefined }) => void
}

const ANY = ''

/** Filters the users by status and role. */
export function UserFilters({ status, role, shown, onChange }: Props) {
  const statuses = distinct(['active', status, ...(shown ?? []).map((user) => user.status)])
  const roles = distinct(['admin', 'user', role])
  return (
    <div className={styles['filters']}>
      <SelectField
        label="Status"
        value={status ?? ANY}
        options={[{ value: ANY, label: 'All' }, ...statuses]}
        onChange={(next) => onChange({ status: next === ANY ? undefined : next })}
      />
      <SelectField
        label="Role"
        value={role ?? ANY}
        options={[{ value: ANY, label: 'All' }, ...roles]}
        onChange={(next) => onChange({ role: next === ANY ? undefined : next })}
      />
    </div>
  )
}

function distinct(values: readonly (string | null | undefined)[]): { value: string; label: string }[] {
  return [...new Set(values.filter((value): value is string => Boolean(value)))].map((value) => ({
    value,
    label: capitalised(value),
  }))
}
