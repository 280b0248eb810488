import { CalendarDays } from 'lucide-react'
import { FilterTrigger } from '#ui/fields/filter-trigger.tsx'
import { lazyOverlay, useOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { formatDayRange, type DayRange } from './day-range.ts'

const DateRangePopup = lazyOverlay(async () => (await import('./date-range-panel.tsx')).DateRangePopup)

interface Props {
  /** Meaning of the dates, such as `Joined`. */
  label: string
  /** Null for all dates. */
  value: DayRange | null
  /** Whether the list is filtered by it. */
  isFiltering?: boolean
  withAllDates?: boolean
  hideLabel?: boolean
  onChange: (value: DayRange | null) => void
}

/** A button that shows a range of days, and opens a panel to choose another. */
export function DateRangePicker(props: Props) {
  const { label, value, isFiltering = false, withAllDates = true, hideLabel, onChange } = props
  const { button, overlay } = useOverlay()
  return (
    <>
      <FilterTrigger
        {...button}
        icon={<CalendarDays />}
        label={label}
        value={value ? formatDayRange(value) : 'All dates'}
        isOn={isFiltering}
        hideLabel={hideLabel}
      />
      <DateRangePopup
        {...overlay}
        label={label}
        value={value}
        withAllDates={withAllDates}
        onApply={(range) => {
          overlay.onClose()
          onChange(range)
        }}
      />
    </>
  )
}
