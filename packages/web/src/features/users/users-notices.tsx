import type { User } from '@rapport/core/entities/users/user.ts'
import { useMemo } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'
import { hasUnreadableDate, userCount } from './user-format.ts'

interface Props {
  /** What is wrong with the dates in the URL. */
  rangeProblem: string | undefined
  hiddenRecordsMessage: string | undefined
  /** Users whose joined dates the browser filters; undefined if it does not filter. */
  filteredByDate: readonly User[] | undefined
  allMatchesError: string | undefined
}

/** Notices of what the list leaves out, and of a failure to load all matches. */
export function UsersNotices({ rangeProblem, hiddenRecordsMessage, filteredByDate, allMatchesError }: Props) {
  const unreadableCount = useMemo(() => filteredByDate?.filter(hasUnreadableDate).length ?? 0, [filteredByDate])
  const unreadableDatesMessage =
    unreadableCount > 0
      ? `${userCount(unreadableCount)} left out: ${unreadableCount === 1 ? 'the' : 'their'} joined date could not be read.`
      : undefined
  return (
    <>
      {[rangeProblem, hiddenRecordsMessage, unreadableDatesMessage].map(
        (text) =>
          text !== undefined && (
            <Notice key={text} tone="info">
              {text}
            </Notice>
          ),
      )}
      {allMatchesError !== undefined && <Notice tone="error">{allMatchesError}</Notice>}
    </>
  )
}
