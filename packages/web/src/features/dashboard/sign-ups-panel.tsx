import { ChartNoAxesColumn } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useToday } from '#platform/use-today.ts'
import { formatDayRange } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import type { SignUpComparison, SignUps, useSignUps } from './dashboard.queries.ts'
import { SignUpChart } from './sign-up-chart.tsx'
import { formatPeriod, type SignUpRange, usersPath } from './sign-up-range.ts'
import chart from './sign-up-chart.module.css'
import styles from './sign-ups-panel.module.css'

interface Props {
  range: SignUpRange
  query: ReturnType<typeof useSignUps>
  /** Whether the page already shows why loading failed. */
  isErrorShown: boolean
}

/** The sign-ups of a range beside those of the previous range, as a chart or a table. */
export function SignUpsPanel({ range, query, isErrorShown }: Props) {
  const { data: signUps, error } = query
  const failed = error !== null && !signUps
  const [asTable, setAsTable] = useState(false)
  const panel = useRef<HTMLElement>(null)
  return (
    <Panel ref={panel} tabIndex={-1} aria-labelledby="sign-ups" className={styles['panel']}>
      <header className={styles['header']}>
        <h2 id="sign-ups">Sign-ups</h2>
        {!failed && (
          <>
            <ul className={styles['legend']}>
              <li className={chart['current']}>{formatDayRange(range.days)}</li>
              <li className={chart['before']}>{formatDayRange(range.previousDays)}</li>
            </ul>
            <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              Table
            </Button>
          </>
        )}
      </header>
      {failed && isErrorShown ? (
        <EmptyState icon={<ChartNoAxesColumn />} title="Not loaded" />
      ) : failed ? (
        <InlineLoadError query={query} operation="listUsers" focusOnRetry={panel} />
      ) : (
        <>
          <p className={styles['total']}>{signUps ? <Total {...signUps.total} /> : <Skeleton width="8rem" />}</p>
          {!signUps ? (
            <div className={chart['chart']} />
          ) : asTable ? (
            <SignUpTable signUps={signUps} />
          ) : (
            <SignUpChart signUps={signUps} />
          )}
        </>
      )}
    </Panel>
  )
}

/** The number of sign-ups, and its change in percent unless the previous range has none. */
function Total({ count, previousCount }: SignUpComparison) {
  const percent = previousCount && Math.round(((count - previousCount) / previousCount) * 100)
  return (
    <>
      <strong className="figure">{formatNumber(count)}</strong> {count === 1 ? 'person joined' : 'people joined'}{' '}
      {percent !== 0 && (
        <span className={classNames(styles['change'], percent < 0 && styles['down'])}>
          <span aria-hidden="true">{percent > 0 ? '▲' : '▼'}</span>
          <span className="visually-hidden">{percent > 0 ? 'up' : 'down'}</span> {Math.abs(percent)}%
        </span>
      )}
      {percent === 0 && previousCount > 0 && 'no change'}{' '}
      <span>{formatNumber(previousCount)} in the previous period</span>
    </>
  )
}

function SignUpTable({ signUps: { columns } }: { signUps: SignUps }) {
  const today = useToday()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label="Sign-ups as a table">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Sign-ups</th>
            <th scope="col">Previous period</th>
          </tr>
        </thead>
        <tbody>
          {columns.toReversed().map(({ days, count, previousCount }) => (
            <tr key={days.from.getTime()}>
              <th scope="row">{formatPeriod(days, today)}</th>
              <td>
                <Link to={usersPath(days, today)}>{formatNumber(count)}</Link>
              </td>
              <td>{formatNumber(previousCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
