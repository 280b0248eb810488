import { format, startOfDay } from 'date-fns'
import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { useToday } from '#platform/use-today.ts'
import type { DayRange } from '#ui/date-range/day-range.ts'
import { classNames } from '#ui/primitives/class-names.ts'
import { formatNumber } from '#ui/primitives/display-text.ts'
import type { SignUpColumn, SignUps } from './dashboard.queries.ts'
import { formatPeriod, usersPath } from './sign-up-range.ts'
import styles from './sign-up-chart.module.css'

const MAX_LABELS = 12
/** The number of columns above which only the highest and the unfinished one show their value. */
const MAX_COLUMNS_WITH_VALUES = 12
const MAX_TICKS = 3
/** The minimum top of the scale, so that a single sign-up does not look like a peak. */
const MIN_TOP = 3
const LABEL_FORMAT = { day: 'd MMM', month: 'MMM yy', year: 'yyyy' } as const

/**
 * Sign-ups as columns, behind a dotted line of the previous period. Each column links to its users, and arrow keys move between
 * columns.
 */
export function SignUpChart({ signUps: { columns, unit } }: { signUps: SignUps }) {
  const today = useToday()
  const [active, setActive] = useState<number>()
  const requiredTop = Math.max(MIN_TOP, ...columns.map(({ count, previousCount }) => Math.max(count, previousCount)))
  const step = tickStep(requiredTop / MAX_TICKS)
  const top = Math.ceil(requiredTop / step) * step
  // Within a year, the name of a month is enough.
  const labelFormat = unit === 'month' && columns.length <= 12 ? 'MMM' : LABEL_FORMAT[unit]
  const labelInterval = Math.ceil(columns.length / MAX_LABELS)
  const highestCount = Math.max(1, ...columns.map(({ count }) => count))
  const highestIndex = columns.findLastIndex(({ count }) => count === highestCount)
  const showsValue = ({ days, count }: SignUpColumn, index: number) =>
    count > 0 && (columns.length <= MAX_COLUMNS_WITH_VALUES || index === highestIndex || isUnfinished(days, today))
  const activeColumn = active === undefined ? undefined : columns[active]
  const share = (count: number) => `minmax(0, ${(count / columns.length) * 100}%)`
  return (
    <div className={styles['chart']} onMouseLeave={() => setActive(undefined)}>
      <div className={styles['scale']} aria-hidden="true">
        {Array.from({ length: top / step }, (_, index) => (index + 1) * step).map((tick) => (
          <span key={tick} className={styles['tick']} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            <span>{formatNumber(tick)}</span>
          </span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its links */}
      <ol
        className={styles['columns']}
        aria-label="Sign-ups"
        onKeyDown={focusColumn}
        onBlur={() => setActive(undefined)}
      >
        {columns.map((column, index) => (
          <li key={column.days.from.getTime()} className={styles[isUnfinished(column.days, today) ? 'unfinished' : '']}>
            <Link
              to={usersPath(column.days, today)}
              className={styles['column']}
              tabIndex={index === (activeColumn ? active : columns.length - 1) ? 0 : -1}
              aria-label={describe(column, today)}
              onMouseEnter={() => setActive(index)}
              onFocus={() => setActive(index)}
            >
              <span className={styles['bar']} style={{ height: `${(column.count / top) * 100}%` }}>
                {showsValue(column, index) && <span className={styles['value']}>{formatNumber(column.count)}</span>}
              </span>
            </Link>
            {(columns.length - 1 - index) % labelInterval === 0 && (
              <span
                className={classNames(
                  styles['label'],
                  (columns.length - 1 - index) % (2 * labelInterval) !== 0 && styles['spare'],
                )}
                aria-hidden="true"
              >
                {unit === 'day' && isUnfinished(column.days, today) ? 'today' : format(column.days.from, labelFormat)}
              </span>
            )}
          </li>
        ))}
      </ol>
      {/* The previous period, through the middle of each column. */}
      <svg
        className={styles['previous']}
        viewBox={`0 0 ${columns.length} ${top}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          vectorEffect="non-scaling-stroke"
          points={columns.map(({ previousCount }, index) => `${index + 0.5},${top - previousCount}`).join(' ')}
        />
      </svg>
      {activeColumn && active !== undefined && (
        // Beside its column, and within the chart.
        <div
          className={styles['tooltip']}
          style={{
            gridTemplateColumns:
              active < columns.length / 2
                ? `${share(active + 1)} auto 1fr`
                : `1fr auto ${share(columns.length - active)}`,
          }}
          aria-hidden="true"
        >
          <dl>
            <dt className={styles['current']}>{formatPeriod(activeColumn.days, today)}</dt>
            <dd>{formatNumber(activeColumn.count)}</dd>
            <dt className={styles['before']}>{formatPeriod(activeColumn.previousDays, today)}</dt>
            <dd>{formatNumber(activeColumn.previousCount)}</dd>
          </dl>
        </div>
      )}
    </div>
  )
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
function tickStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}

function focusColumn(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const focused = links.findIndex((link) => link === document.activeElement)
  const index = { ArrowLeft: focused - 1, ArrowRight: focused + 1, Home: 0, End: links.length - 1 }[event.key]
  if (index === undefined) return
  event.preventDefault()
  links[index]?.focus()
}

function isUnfinished({ to }: DayRange, today: Date): boolean {
  return startOfDay(to) >= today
}

function describe({ days, count, previousDays, previousCount }: SignUpColumn, today: Date): string {
  const now = `${formatPeriod(days, today)}: ${formatNumber(count)}`
  return `${now}, previous period (${formatPeriod(previousDays, today)}): ${formatNumber(previousCount)}`
}
