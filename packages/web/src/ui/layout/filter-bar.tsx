import { ListFilter } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './filter-bar.module.css'

interface Props {
  search: ReactNode
  /** The selects, which a phone shows on demand. */
  filters: ReactNode
  /** How many of them are chosen. */
  chosen: number
  onClear: () => void
  /** The list could not be loaded, so there is nothing to choose from. */
  disabled?: boolean
  /** The range of dates, which always stays in view. */
  dates: ReactNode
  /** What is done with the whole list. */
  tools?: ReactNode
}

/** Search, filters and tools of a list: one row where there is room for all, otherwise the filters are the second. */
export function FilterBar({ search, filters, chosen, onClear, disabled = false, dates, tools }: Props) {
  const [expanded, setExpanded] = useState(false)
  return (
    <div
      data-filter-bar
      className={classNames(styles['bar'], expanded && styles['expanded'], chosen > 0 && styles['filtered'])}
    >
      <div className={styles['search']}>{search}</div>
      <Button
        className={styles['toggle']}
        icon={<ListFilter aria-hidden="true" />}
        aria-expanded={expanded}
        disabled={disabled}
        onClick={() => setExpanded(!expanded)}
      >
        Filters
        {chosen > 0 && <span className={styles['count']}>{chosen}</span>}
      </Button>
      <fieldset className={styles['filters']} disabled={disabled}>
        <legend className="visually-hidden">Filters</legend>
        {filters}
      </fieldset>
      <div className={styles['dates']}>{dates}</div>
      {chosen > 0 && (
        <Button className={styles['clear']} variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {tools !== undefined && <div className={styles['tools']}>{tools}</div>}
    </div>
  )
}
