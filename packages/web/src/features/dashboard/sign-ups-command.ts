import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { format } from 'date-fns'
import { commandLine } from '#platform/command-line.ts'
import type { DayRange } from '#ui/date-range/day-range.ts'

const DAY = 'yyyy-MM-dd'

/** The line that lists the users that the sign-ups count: the tool has no chart. */
export function signUpsCommand({ from, to }: DayRange) {
  const line = commandLine(['users', 'list'], {
    [LIST_FLAGS.joined_from]: format(from, DAY),
    [LIST_FLAGS.joined_to]: format(to, DAY),
  })
  return { line, note: 'It lists the users who joined in this range.' }
}
