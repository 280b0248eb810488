import { ListFilter, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useMedia } from '#platform/use-media.ts'
import { FilterTrigger } from '#ui/fields/filter-trigger.tsx'
import { lazyOverlay, useOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { Button } from '#ui/primitives/button.tsx'
import styles from './filter-bar.module.css'

const Popover = lazyOverlay(async () => (await import('#ui/overlays/popover.tsx')).Popover)

interface Props {
  search: ReactNode
  /** Date range, which is always visible. */
  dates: ReactNode
  /** Filters that wide windows show beside the dates; in narrower ones a button opens them. */
  filters: ReactNode
  activeFilterCount: number
  /** Filters that the button opens at every width. */
  more?: ReactNode
  moreCount?: number
  /** The order of the list, which phones have among the filters. */
  sort?: ReactNode
  /** Undefined if nothing is filtered, and while the empty list offers to clear the filters. */
  onClear: (() => void) | undefined
}

/** The search and filters of a list: one line, or two on phones, whatever is chosen. */
export function FilterBar(props: Props) {
  const { search, dates, filters, activeFilterCount, more, moreCount = 0, sort, onClear } = props
  const isNarrow = useMedia('(width < 80rem)')
  const isPhone = useMedia('(width < 48rem)')
  const { button, overlay } = useOverlay()
  const bar = useRef<HTMLDivElement>(null)
  const clear = onClear && (
    <Button
      variant="ghost"
      icon={<X />}
      onClick={() => {
        onClear()
        overlay.onClose()
        // Moves the focus, because the button disappears.
        bar.current?.focus()
      }}
    >
      <span>
        Clear<span className="visually-hidden"> filters</span>
      </span>
    </Button>
  )
  const count = moreCount + (isNarrow ? activeFilterCount : 0)
  return (
    <div ref={bar} tabIndex={-1} data-filter-bar className={styles['bar']}>
      <div className={styles['search']}>{search}</div>
      {dates}
      {!isNarrow && filters}
      {(isNarrow || more !== undefined) && (
        <>
          <FilterTrigger
            {...button}
            icon={<ListFilter />}
            label="Filters"
            value={count > 0 ? String(count) : undefined}
          />
          <Popover {...overlay} label="Filters">
            <div className={styles['panel']}>
              {isPhone && (
                <header className="row">
                  <h2>Filters</h2>
                  <Button size="small" onClick={overlay.onClose}>
                    Done
                  </Button>
                </header>
              )}
              {isNarrow && filters}
              {more}
              {isPhone && sort}
              {isPhone && clear}
            </div>
          </Popover>
        </>
      )}
      {!isPhone && clear}
    </div>
  )
}
