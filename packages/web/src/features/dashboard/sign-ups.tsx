import { SPANS, type Span } from '@rapport/core/statistics/series.ts'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { countText } from '#ui/table/count-text.ts'
import { dayRangeToUrl, formatDay, formatDayRange, isSameRange, onlyToday } from '#ui/date-range/day-range.ts'
import { logFailure } from '#platform/log-failure.ts'
import { paths } from '#platform/paths.ts'
import { useToday } from '#platform/use-today.ts'
import { Button } from '#ui/primitives/button.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { useSignUps, type SignUpCount } from './dashboard.queries.ts'
import styles from './sign-ups.module.css'

/** The chart library is loaded only here. */
const BarChart = lazy(async () => {
  try {
    return { default: (await import('./bar-chart.tsx')).BarChart }
  } catch (error) {
    logFailure('The chart could not be loaded.', error)
    return { default: NoChart }
  }
})

function NoChart() {
  return <p className={styles['total']}>The chart could not be loaded. The table has the same numbers.</p>
}

const spans = Object.keys(SPANS).filter((span): span is Span => span in SPANS)

/** Sign-ups over time, as bars and as a table; each number leads to the users behind it. */
export function SignUps() {
  const today = useToday()
  const [span, setSpan] = useState<Span>('month')
  const [asTable, setAsTable] = useState(false)
  const { signUps, error, retrying, retry } = useSignUps(span, today)
  const panel = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  // The chart is only drawn again when its bars change.
  const bars = useMemo(
    () =>
      signUps?.map((entry) => ({
        name: nameOf(entry, today),
        at: entry.from,
        value: entry.count,
        text: countText(entry.count, entry.isMinimum),
      })),
    [signUps, today],
  )
  const listOf = ({ from, to }: SignUpCount) => {
    const range = dayRangeToUrl({ from, to }, today)
    return range === undefined ? paths.users : `${paths.users}?range=${range}`
  }
  const reload = () => {
    // The button goes with the error.
    panel.current?.focus()
    void retry()
  }
  return (
    <Panel ref={panel} tabIndex={-1} aria-labelledby="sign-ups">
      <div className={styles['body']}>
        <header className={styles['header']}>
          <div>
            <h2 id="sign-ups">Sign-ups</h2>
            <p className={styles['total']}>
              {signUps ? totalText(signUps, SPANS[span].label) : !error && <Skeleton width="6rem" />}
            </p>
          </div>
          <div className={styles['tools']}>
            <SelectField
              label="Range"
              value={span}
              options={spans.map((value) => ({ value, label: SPANS[value].label }))}
              onChange={setSpan}
            />
            <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              Table
            </Button>
          </div>
        </header>
        {error && !signUps ? (
          <LoadError messageKey="listUsers" error={error} busy={retrying} onRetry={reload} />
        ) : asTable ? (
          <SignUpTable signUps={signUps} listOf={listOf} today={today} />
        ) : (
          <div className={styles['chart']}>
            {signUps && bars && (
              <Suspense>
                <BarChart
                  label={`Sign-ups, ${SPANS[span].label.toLowerCase()}. The table holds the same numbers.`}
                  bars={bars}
                  unit={SPANS[span].unit}
                  onChoose={(index) => {
                    const entry = signUps[index]
                    if (entry) void navigate(listOf(entry))
                  }}
                />
              </Suspense>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}

interface SignUpTableProps {
  signUps: readonly SignUpCount[] | undefined
  listOf: (entry: SignUpCount) => string
  today: Date
}

function SignUpTable({ signUps, listOf, today }: SignUpTableProps) {
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">Sign-ups over time</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className={styles['number']}>
              Sign-ups
            </th>
          </tr>
        </thead>
        <tbody>
          {signUps?.toReversed().map((entry) => (
            <tr key={entry.from.getTime()}>
              <th scope="row">{nameOf(entry, today)}</th>
              <td className={styles['number']}>
                <Link to={listOf(entry)}>{countText(entry.count, entry.isMinimum)}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function nameOf(period: SignUpCount, today: Date): string {
  if (isSameRange(period, onlyToday(today))) return 'Today'
  return isSameRange(period, onlyToday(period.from)) ? formatDay(period.from) : formatDayRange(period)
}

function totalText(signUps: readonly SignUpCount[], span: string): string {
  const total = signUps.reduce((sum, { count }) => sum + count, 0)
  const text = countText(
    total,
    signUps.some(({ isMinimum }) => isMinimum),
  )
  return `${text} ${total === 1 ? 'person' : 'people'} joined in the ${span.toLowerCase()}`
}
