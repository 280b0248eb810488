import { format } from 'date-fns'
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import 'react-day-picker/style.css'
import { useToday } from '#platform/use-today.ts'
import { Button } from '#ui/primitives/button.tsx'
import { DayCountField } from './day-count-field.tsx'
import {
  calendarLimits,
  dayCount,
  daysStartingToday,
  daysUpToToday,
  formatDay,
  formatDayRange,
  isSameRange,
  localWeekStart,
  onlyToday,
  presetRanges,
  type DayRange,
} from './day-range.ts'
import styles from './date-range-panel.module.css'

interface Props {
  /** Null for all dates. */
  value: DayRange | null
  withAllDates: boolean
  onApply: (value: DayRange | null) => void
  onCancel: () => void
}

/** A choice of a range of days. Predefined ranges are applied at once, day counts and calendar days with Apply. */
export function DateRangePanel({ value, withAllDates, onApply, onCancel }: Props) {
  const today = useToday()
  const [draft, setDraft] = useState<{ from: Date; to?: Date | undefined } | null>(value)
  const [month, setMonth] = useState(value?.to ?? today)
  const limits = calendarLimits(today)
  const range = draft && { from: draft.from, to: draft.to ?? draft.from }
  const { from: startOfToday } = onlyToday(today)

  const choose = (next: DayRange) => {
    setDraft(next)
    setMonth(next.from < startOfToday ? next.from : next.to)
  }
  return (
    <form
      className={styles['panel']}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(range)
      }}
    >
      <ul className={styles['presets']} aria-label="Predefined ranges">
        {[...presetRanges(today), ...(withAllDates ? [{ label: 'All dates', range: null }] : [])].map((preset) => (
          <li key={preset.label}>
            <button
              type="button"
              className={styles['preset']}
              aria-pressed={preset.range && range ? isSameRange(preset.range, range) : preset.range === range}
              onClick={() => onApply(preset.range)}
            >
              {preset.label}
            </button>
          </li>
        ))}
      </ul>
      <DayPicker
        className={styles['calendar'] ?? ''}
        mode="range"
        resetOnSelect
        // Otherwise a click on a one-day range would clear it, which would mean all dates.
        required
        labels={{ labelDayButton: labelDay }}
        components={{ Chevron }}
        captionLayout="dropdown"
        navLayout="around"
        fixedWeeks
        showOutsideDays
        weekStartsOn={localWeekStart()}
        startMonth={limits.from}
        endMonth={limits.to}
        disabled={{ before: limits.from, after: limits.to }}
        month={month}
        onMonthChange={setMonth}
        selected={draft ? { from: draft.from, to: draft.to } : undefined}
        onSelect={({ from, to }) => from && setDraft({ from, to })}
      />
      <div className={styles['counts']}>
        <DayCountField
          label="days up to today"
          value={range && isSameRange(range, { from: range.from, to: startOfToday }) ? dayCount(range) : undefined}
          max={dayCount({ from: limits.from, to: startOfToday })}
          onChange={(count) => choose(daysUpToToday(count, today))}
        />
        <DayCountField
          label="days starting today"
          value={range && isSameRange(range, { from: startOfToday, to: range.to }) ? dayCount(range) : undefined}
          max={dayCount({ from: startOfToday, to: limits.to })}
          onChange={(count) => choose(daysStartingToday(count, today))}
        />
      </div>
      <div className={styles['footer']}>
        <p className={styles['draft']} aria-live="polite">
          {!range ? 'All dates' : draft?.to ? formatDayRange(range) : `${formatDay(range.from)} – …`}
        </p>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}

const CHEVRONS = { up: ChevronUp, down: ChevronDown, left: ChevronLeft, right: ChevronRight }

function Chevron({ orientation = 'down' }: { orientation?: keyof typeof CHEVRONS }) {
  const Icon = CHEVRONS[orientation]
  return <Icon className={styles['chevron']} />
}

/** Labels a day with its visible number, for voice control. */
function labelDay(day: Date, { today, selected }: Modifiers): string {
  return [today && 'Today', format(day, 'EEEE, d MMMM yyyy'), selected && 'selected'].filter(Boolean).join(', ')
}
