import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import type { DayRange } from '#ui/date-range/day-range.ts'

/** Returns the command that lists the counted users, because the tool has no chart. */
export function signUpsCommand({ from, to }: DayRange) {
  const text = commandLine(['users', 'list'], {
    [LIST_FLAGS.joined_from]: commandDay(from),
    [LIST_FLAGS.joined_to]: commandDay(to),
  })
  return { text, note: 'It lists the users who joined in this range.' }
}
