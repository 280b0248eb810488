import { CalendarDays, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useToday } from '#platform/use-today.ts'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { formatDayRange, isOneDay, isSameRange, presetRanges, type DayRange } from './day-range.ts'
import styles from './date-range-picker.module.css'

const DateRangePopup = lazyOverlay(async () => (await import('./date-range-popup.tsx')).DateRangePopup)

interface Props {
  /** Meaning of the dates, such as `Joined`. */
  label: string
  /** Null for all dates. */
  value: DayRange | null
  /** Whether the list is filtered by it. */
  isFiltering?: boolean
  withAllDates?: boolean
  onChange: (value: DayRange | null) => void
}

/** A button that shows a range of days, and opens a panel to choose another. */
export function DateRangePicker({ label, value, isFiltering = false, withAllDates = true, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const today = useToday()
  // Only a chosen range is named, because browsers are slow to find the first day of a locale's week.
  const preset = isFiltering && value && presetRanges(today).find(({ range }) => isSameRange(range, value))
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={classNames(styles['trigger'], isFiltering && styles['chosen'])}
        data-chosen={isFiltering && value ? (isOneDay(value) ? 'day' : 'days') : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays className={styles['icon']} />
        <span className={styles['label']}>{label}</span>{' '}
        {preset && (
          <span className={classNames(styles['preset'], !isOneDay(preset.range) && styles['wide'])}>
            {preset.label}
          </span>
        )}{' '}
        <span className={styles['value']}>{value ? formatDayRange(value) : 'All dates'}</span>
        <ChevronDown className={styles['icon']} />
      </button>
      <DateRangePopup
        open={open}
        onClose={() => setOpen(false)}
        label={label}
        value={value}
        withAllDates={withAllDates}
        trigger={trigger}
        onApply={(range) => {
          setOpen(false)
          onChange(range)
        }}
      />
    </>
  )
}
