import { format } from 'date-fns'
import { useState, type ComponentProps, type RefObject } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import 'react-day-picker/style.css'
import { useToday } from '#platform/use-today.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Button } from '#ui/primitives/button.tsx'
import {
  calendarLimits,
  dayCount,
  daysStartingToday,
  daysUpToToday,
  formatDay,
  formatDayRange,
  isSameRange,
  localWeekStart,
  MAX_DAY_COUNT,
  onlyToday,
  presetRanges,
  type DayRange,
} from './day-range.ts'
import styles from './date-range-panel.module.css'

interface PopupProps extends OverlayProps, Omit<ComponentProps<typeof DateRangePanel>, 'onCancel'> {
  label: string
  trigger: RefObject<HTMLElement | null>
}

export function DateRangePopup({ open, onClose, label, trigger, ...panel }: PopupProps) {
  return (
    <Popover open={open} onClose={onClose} label={`${label}: choose dates`} trigger={trigger}>
      <DateRangePanel {...panel} onCancel={onClose} />
    </Popover>
  )
}

interface Props {
  /** Null for all dates. */
  value: DayRange | null
  withAllDates: boolean
  onApply: (value: DayRange | null) => void
  onCancel: () => void
}

/** A choice of a range of days. Predefined ranges are applied at once, day counts and calendar days with Apply. */
function DateRangePanel({ value, withAllDates, onApply, onCancel }: Props) {
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
            <Button
              variant="ghost"
              aria-pressed={preset.range && range ? isSameRange(preset.range, range) : preset.range === range}
              onClick={() => onApply(preset.range)}
            >
              {preset.label}
            </Button>
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

interface DayCountProps {
  /** Text after the number, such as `days up to today`. */
  label: string
  /** Undefined when the chosen range does not start or end today. */
  value: number | undefined
  /** Days that the calendar has in this direction. */
  max: number
  onChange: (count: number) => void
}

/** A field for a number of days, limited with a note. The text stays as typed until blur. */
function DayCountField({ label, value, max, onChange }: DayCountProps) {
  const [typed, setTyped] = useState<string>()
  const isOver = Number(typed) > MAX_DAY_COUNT
  return (
    <div className={styles['count']}>
      <label>
        <input
          className="control"
          type="number"
          inputMode="numeric"
          placeholder="–"
          min={0}
          max={MAX_DAY_COUNT}
          value={isOver ? MAX_DAY_COUNT : (typed ?? value ?? '')}
          onChange={({ target }) => {
            setTyped(target.value)
            const count = Math.min(target.valueAsNumber, MAX_DAY_COUNT)
            if (Number.isInteger(count) && count >= 0) onChange(count)
          }}
          onBlur={() => setTyped(undefined)}
        />
        {label}
      </label>
      <output>{isOver ? `${MAX_DAY_COUNT} at most` : Number(typed) > max && `The calendar has ${max} days.`}</output>
    </div>
  )
}

/** Labels a day with its visible number, for voice control. */
function labelDay(day: Date, { today, selected }: Modifiers): string {
  return [today && 'Today', format(day, 'EEEE, d MMMM yyyy'), selected && 'selected'].filter(Boolean).join(', ')
}
