import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUserSummary } from '#data/users.queries.ts'
import { useToday } from '#platform/use-today.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import { CopyAsCommand } from '#ui/copy-as-command/copy-as-command.tsx'
import type { DayRange } from '#ui/date-range/day-range.ts'
import { InlineLoadError } from '#ui/feedback/inline-load-error.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { useSignUps } from './dashboard.queries.ts'
import { Overviews } from './overviews.tsx'
import { RangeChoice } from './range-choice.tsx'
import { RANGES, readRange } from './sign-up-range.ts'
import { SignUpsPanel } from './sign-ups-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import styles from './dashboard-page.module.css'

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

/** Returns the command that lists the counted users, because the tool has no chart. */
function signUpsCommand({ from, to }: DayRange) {
  const text = commandLine(['users', 'list'], {
    [LIST_FLAGS.joined_from]: commandDay(from),
    [LIST_FLAGS.joined_to]: commandDay(to),
  })
  return { text, note: 'It lists the users who joined in this range.' }
}
