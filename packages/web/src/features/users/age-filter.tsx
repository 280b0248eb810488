import type { UserFacets } from '@rapport/core/entities/users/user.ts'
import { useId, useState } from 'react'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { FilterTrigger } from '#ui/fields/filter-trigger.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { lazyOverlay, useOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { formatNumber } from '#ui/primitives/display-text.ts'
import type { UserFilters } from './use-user-query.ts'
import styles from './age-filter.module.css'

const Popover = lazyOverlay(async () => (await import('#ui/overlays/popover.tsx')).Popover)

type Ages = Pick<UserFilters, 'age_from' | 'age_to' | 'age_not_set'>

interface Props {
  value: Ages
  counts: UserFacets['age'] | undefined
  onChange: (ages: Ages) => void
}

/** A filter by age: from, to, and users without an age. */
export function AgeFilter({ value, counts, onChange }: Props) {
  const { button, overlay } = useOverlay()
  const apply = (ages: Ages) => {
    overlay.onClose()
    onChange(ages)
  }
  return (
    <>
      <FilterTrigger {...button} label="Age" value={formatAges(value)} />
      <Popover {...overlay} label="Age: choose">
        <AgeForm value={value} counts={counts} onChange={apply} />
      </Popover>
    </>
  )
}

function AgeForm({ value, counts, onChange }: Props) {
  const [ages, setAges] = useState(value)
  const id = useId()
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
        {(['age_from', 'age_to'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'age_from' ? 'From' : 'To'}
            type="number"
            inputMode="numeric"
            min={name === 'age_to' ? (ages.age_from ?? 0) : 0}
            max={150}
            value={ages[name] ?? ''}
            onChange={({ target }) =>
              setAges({ ...ages, [name]: target.value === '' ? undefined : target.valueAsNumber })
            }
          />
        ))}
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

function formatAges({ age_from: from, age_to: to, age_not_set }: Ages): string | undefined {
  const range =
    from === undefined ? to !== undefined && `under ${to + 1}` : to === undefined ? `from ${from}` : `${from}–${to}`
  return [range, age_not_set && 'not set'].filter(Boolean).join(', ') || undefined
}
