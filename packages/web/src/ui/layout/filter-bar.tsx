import { ListFilter, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './filter-bar.module.css'

interface Props {
  search: ReactNode
  /** Selects, which a phone shows on demand. */
  filters: ReactNode
  /** Number of active filters. */
  activeFilterCount: number
  /** Undefined if nothing is filtered, and while the empty list offers to clear the filters. */
  onClear: (() => void) | undefined
  /** Date range, which is always visible. */
  dates: ReactNode
  /** Actions on the whole list. */
  actions?: ReactNode
}

/** The search, filters and actions of a list, in one row or with the filters in a second one. */
export function FilterBar({ search, filters, activeFilterCount, onClear, dates, actions }: Props) {
  const [expanded, setExpanded] = useState(activeFilterCount > 0)
  const bar = useRef<HTMLDivElement>(null)
  const clear = () => {
    onClear?.()
    // Moves the focus, because the button disappears.
    bar.current?.focus()
  }
  return (
    <div
      ref={bar}
      tabIndex={-1}
      data-filter-bar
      className={classNames(styles['bar'], expanded && styles['expanded'], activeFilterCount > 0 && styles['filtered'])}
    >
      <div className={styles['search']}>{search}</div>
      <Button
        className={styles['toggle']}
        icon={<ListFilter />}
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
      >
        Filters
        {activeFilterCount > 0 && <span className={styles['count']}>{activeFilterCount}</span>}
      </Button>
      <fieldset className={classNames(styles['filters'], 'scroll-x')}>
        <legend className="visually-hidden">Filters</legend>
        {filters}
      </fieldset>
      <div className={styles['dates']}>{dates}</div>
      {onClear && (
        <Button className={styles['clear']} variant="ghost" onClick={clear}>
          <X />
          <span>
            Clear<span className="visually-hidden"> filters</span>
          </span>
        </Button>
      )}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
