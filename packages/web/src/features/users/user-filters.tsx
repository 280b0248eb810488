import type { ValueCount } from '@rapport/core/entities/users/user.ts'
import { ListFilter } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { capitalised, numberText } from '#ui/primitives/display-text.ts'
import styles from './user-filters.module.css'

interface Props {
  status: string | undefined
  role: string | undefined
  /** All that there are; undefined while they load, and where the server does not count them. */
  statuses: readonly ValueCount[] | undefined
  roles: readonly ValueCount[] | undefined
  onChange: (filters: { status?: string | undefined; role?: string | undefined }) => void
  search: ReactNode
  /** The range of dates, which always stays in view. */
  dates: ReactNode
  /** What changes the look of a table, which a phone does not have. */
  tableTools: ReactNode
  tools: ReactNode
}

const ANY = ''

/** The controls of the list, in one row where there is room. On a phone a button shows what has none. */
export function UserFilters({ status, role, statuses, roles, onChange, search, dates, tableTools, tools }: Props) {
  const [expanded, setExpanded] = useState(false)
  const chosen = [status, role].filter((value) => value !== undefined).length
  return (
    <div className={classNames(styles['row'], expanded && styles['expanded'])}>
      <div className={styles['search']}>{search}</div>
      <Button
        className={styles['toggle']}
        icon={<ListFilter aria-hidden="true" />}
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
      >
        Filters
        {chosen > 0 && <span className={styles['chosen']}>{chosen}</span>}
      </Button>
      <div className={styles['selects']}>
        <SelectField
          label="Status"
          hideLabel
          value={status ?? ANY}
          options={optionsOf('Status', statuses ?? [{ value: 'active' }], status)}
          onChange={(next) => onChange({ status: next === ANY ? undefined : next })}
        />
        <SelectField
          label="Role"
          hideLabel
          value={role ?? ANY}
          options={optionsOf('Role', roles ?? [{ value: 'admin' }, { value: 'user' }], role)}
          onChange={(next) => onChange({ role: next === ANY ? undefined : next })}
        />
      </div>
      <div className={styles['dates']}>{dates}</div>
      <div className={styles['tools']}>
        <div className={styles['tableOnly']}>{tableTools}</div>
        {tools}
      </div>
    </div>
  )
}

/** The chosen value stays among them when no user has it any more. */
function optionsOf(
  label: string,
  counts: readonly (Pick<ValueCount, 'value'> & Partial<ValueCount>)[],
  chosen: string | undefined,
) {
  const isGone = chosen !== undefined && counts.every(({ value }) => value !== chosen)
  const all = isGone ? [...counts, { value: chosen }] : counts
  const options = all.map(({ value, users }) => ({
    value,
    label: capitalised(value) + (users === undefined ? '' : ` (${numberText(users)})`),
  }))
  return [{ value: ANY, label: `${label}: All` }, ...options]
}
