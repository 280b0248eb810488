import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { Printer, SquareTerminal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useExtensions } from '#data/settings.queries.ts'
import { useUserSummary } from '#data/users.queries.ts'
import { paths } from '#platform/paths.ts'
import { useToday } from '#platform/use-today.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import { COPY_AS_COMMAND, useCopyAsCommand } from '#ui/copy-as-command/copy-command.ts'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { writeDayRange, type DayRange } from '#ui/date-range/day-range.ts'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Segments } from '#ui/fields/segments.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ActionMenu } from '#ui/overlays/action-menu.tsx'
import { ButtonLink } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { useFindings } from './attention.queries.ts'
import { Attention } from './attention.tsx'
import { useSignUps } from './dashboard.queries.ts'
import { SubscriptionOverview, UserOverview } from './overviews.tsx'
import { RANGES, readRange, type SignUpRange } from './sign-up-range.ts'
import { SignUpsPanel } from './sign-ups-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import styles from './dashboard-page.module.css'

interface Props {
  /** Panel of the users feature. */
  recentUsers: ReactNode
}

/** Loads after the rest, because the sentences of the history are long to load. */
const LastChanges = lazy(async () => ({ default: (await import('./last-changes.tsx')).LastChanges }))

/** The dashboard (specification, section 2: dashboard). */
export function DashboardPage({ recentUsers }: Props) {
  const [params] = useSearchParams()
  const today = useToday()
  const rangeText = params.get('range')
  const range = useMemo(() => readRange(rangeText, today), [rangeText, today])
  const query = useUserSummary()
  const { data: summary, isLoadingError: failed } = query
  const signUps = useSignUps(range, today)
  const { findings, failure } = useFindings(summary)
  const { isKnown, has } = useExtensions()
  const content = useRef<HTMLDivElement>(null)
  const alert = query.error || !failure ? { query, operation: 'listUsers' as const } : failure
  const panels = (
    <>
      <InlineLoadError {...alert} focusOnRetry={content} withHint />
      <StatCards
        summary={summary}
        failed={failed}
        signUps={signUps.data}
        range={range.name === 'custom' ? 'this range' : RANGES[range.name]}
      />
      <div className={classNames(styles['panels'], styles['charts'])}>
        <Attention findings={findings} failed={failed || failure !== undefined} />
        <SignUpsPanel range={range} query={signUps} isErrorShown={failed} />
      </div>
      <div className={styles['panels']}>
        <UserOverview summary={summary} failed={failed} />
        <SubscriptionOverview summary={summary} failed={failed} />
        {(!isKnown || has('history')) && (
          <Panel aria-labelledby="last-changes">
            <header className={styles['title']}>
              <h2 id="last-changes">Last changes</h2>
              <ButtonLink size="small" to={paths.history}>
                All changes
              </ButtonLink>
            </header>
            <Suspense fallback={<Skeleton width="60%" />}>{isKnown && <LastChanges />}</Suspense>
          </Panel>
        )}
      </div>
      {recentUsers}
    </>
  )
  return (
    <>
      <PageHeader title="Dashboard">
        <RangeChoice range={range} />
      </PageHeader>
      {/* Rendered in slices, so that a slow phone responds meanwhile. */}
      <div ref={content} tabIndex={-1} className={styles['content']}>
        {useDeferredValue(panels)}
      </div>
    </>
  )
}

const OPTIONS = (['7d', '30d', '90d', '12m'] as const).map((value) => ({ value, label: RANGES[value] }))

/** A choice of the range of the sign-ups, kept in the URL, and the other actions. */
function RangeChoice({ range: { name, days } }: { range: SignUpRange }) {
  const [params, setParams] = useSearchParams()
  const copy = useCopyAsCommand(() => signUpsCommand(days))
  const choose = (text: string) => {
    params.set('range', text)
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles['choice']}>
      <Segments
        label="Sign-up period"
        value={name === 'custom' ? undefined : name}
        options={OPTIONS}
        onChange={choose}
      />
      <DateRangePicker
        label="Sign-up period"
        value={days}
        isFiltering={name === 'custom'}
        withAllDates={false}
        hideLabel
        onChange={(next) => next && choose(writeDayRange(next))}
      />
      <ActionMenu
        className="framed"
        label="More"
        actions={[
          { label: 'Print', icon: <Printer />, onClick: () => window.print() },
          ...(copy ? [{ label: COPY_AS_COMMAND, icon: <SquareTerminal />, onClick: copy }] : []),
        ]}
      />
    </div>
  )
}

/** Returns the command that lists the counted users, because the tool has no chart. */
function signUpsCommand({ from, to }: DayRange) {
  const text = commandLine(['users', 'list'], {
    [LIST_FLAGS.joined_from]: commandDay(from),
    [LIST_FLAGS.joined_to]: commandDay(to),
  })
  return { text, note: 'It lists the users who joined in this range.' }
}
