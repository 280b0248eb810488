import type { UserFacets } from '@rapport/core/entities/users/user.ts'
import { useId, useState, type RefObject } from 'react'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { formatNumber } from '#ui/primitives/display-text.ts'
import type { UserFilters } from './use-user-query.ts'
import styles from './age-filter.module.css'

export type Ages = Pick<UserFilters, 'age_from' | 'age_to' | 'age_not_set'>

export interface AgeFilterProps {
  value: Ages
  counts: UserFacets['age'] | undefined
  onChange: (ages: Ages) => void
}

interface Props extends OverlayProps, AgeFilterProps {
  trigger: RefObject<HTMLElement | null>
}

export function AgeFilterPopup({ value, counts, onChange, ...popover }: Props) {
  const apply = (ages: Ages) => {
    popover.onClose()
    onChange(ages)
  }
  return (
    <Popover label="Age: choose" {...popover}>
      <AgeForm value={value} counts={counts} onChange={apply} />
    </Popover>
  )
}

function AgeForm({ value, counts, onChange }: AgeFilterProps) {
  const [ages, setAges] = useState(value)
  const id = useId()
  const field = (name: 'age_from' | 'age_to', label: string) => (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={150}
      value={ages[name] ?? ''}
      onChange={({ target }) => setAges({ ...ages, [name]: target.value === '' ? undefined : target.valueAsNumber })}
    />
  )
  return (
    <form
      className={styles['ages']}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(ages)
      }}
    >
      <div className={styles['row']}>
        {[
          { label: 'Under 16', count: counts?.under_16, next: { age_to: 15 } },
          { label: 'Not set', count: counts?.not_set, next: { age_not_set: true } },
        ].map(({ label, count, next }) => (
          <Button key={label} size="small" onClick={() => onChange(next)}>
            {label} {count !== undefined && <span className="note">{formatNumber(count)}</span>}
          </Button>
        ))}
      </div>
      <div className={styles['row']}>
        {field('age_from', 'From')}
        {field('age_to', 'To')}
      </div>
      <label htmlFor={id} className={styles['choice']}>
        <input
          id={id}
          type="checkbox"
          className={checkboxClass}
          checked={ages.age_not_set ?? false}
          onChange={({ target }) => setAges({ ...ages, age_not_set: target.checked })}
        />
        Also users without an age
      </label>
      <div className={styles['row']}>
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear
        </Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}
