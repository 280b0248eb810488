import { Popover } from '@base-ui/react/popover'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { formatDayRange, isSameRange, presetRanges, type DayRange } from './day-range.ts'
import { useToday } from '#platform/use-today.ts'
import { DateRangePanel } from './date-range-panel.tsx'
import styles from './date-range-picker.module.css'

interface Props {
  /** What the dates mean, such as `Joined`. */
  label: string
  /** Null for all dates. */
  value: DayRange | null
  onChange: (value: DayRange | null) => void
}

/** A button that shows a range of days, and a panel to choose another: presets, day counts, calendar. */
export function DateRangePicker({ label, value, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const today = useToday()
  const preset = value && presetRanges(today).find(({ range }) => isSameRange(range, value))
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={styles['trigger']}>
        <CalendarDays className={styles['icon']} aria-hidden="true" />
        <span className={styles['label']}>{label}</span>{' '}
        {preset && <span className={styles['preset']}>{preset.label}</span>}{' '}
        <span className={styles['value']}>{value ? formatDayRange(value) : 'All dates'}</span>
        <ChevronDown className={styles['icon']} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Backdrop className={styles['overlay']} />
        <Popover.Positioner className={styles['positioner']} sideOffset={6} align="end" collisionPadding={16}>
          <Popover.Popup className={styles['popup']} aria-label={`${label}: choose dates`}>
            <DateRangePanel
              value={value}
              onCancel={() => setOpen(false)}
              onApply={(range) => {
                setOpen(false)
                onChange(range)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
