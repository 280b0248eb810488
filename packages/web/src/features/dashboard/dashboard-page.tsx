import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUserSummary } from '#data/users.queries.ts'
import { useToday } from '#platform/use-today.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import { CopyAsCommand } from '#ui/copy-as-command/copy-as-command.tsx'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { writeDayRange, type DayRange } from '#ui/date-range/day-range.ts'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Segments } from '#ui/fields/segments.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { useSignUps } from './dashboard.queries.ts'
import { Overviews } from './overviews.tsx'
import { RANGES, readRange, type SignUpRange } from './sign-up-range.ts'
import { SignUpsPanel } from './sign-ups-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import styles from './dashboard-page.module.css'
import choiceStyles from './range-choice.module.css'

interface Props {
  /** Panel of the users feature. */
  recentUsers: ReactNode
}

/** The dashboard (specification, section 2: dashboard). */
export function DashboardPage({ recentUsers }: Props) {
  const [params] = useSearchParams()
  const today = useToday()
  const rangeText = params.get('range')
  const range = useMemo(() => readRange(rangeText, today), [rangeText, today])
  const query = useUserSummary()
  const { data: summary, error } = query
  const signUps = useSignUps(range)
  const failed = error !== null && !summary
  const content = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHeader title="Dashboard">
        <RangeChoice range={range} />
        <CopyAsCommand variant="menu" command={() => signUpsCommand(range.days)} />
      </PageHeader>
      <div ref={content} tabIndex={-1} className={styles['content']}>
        <InlineLoadError query={query} operation="listUsers" focusOnRetry={content} withHint />
        <StatCards
          summary={summary}
          failed={failed}
          signUps={signUps.data}
          range={range.name === 'custom' ? 'this range' : RANGES[range.name]}
        />
        <div className={styles['charts']}>
          <SignUpsPanel range={range} query={signUps} isErrorShown={failed} />
          <Overviews summary={summary} failed={failed} />
        </div>
        {recentUsers}
      </div>
    </>
  )
}

const OPTIONS = (['7d', '30d', '90d', '12m'] as const).map((value) => ({ value, label: RANGES[value] }))

/** A choice of the range of the sign-ups, kept in the URL. */
function RangeChoice({ range: { name, days } }: { range: SignUpRange }) {
  const [params, setParams] = useSearchParams()
  const choose = (text: string) => {
    params.set('range', text)
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={choiceStyles['choice']}>
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
        onChange={(next) => next && choose(writeDayRange(next))}
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
