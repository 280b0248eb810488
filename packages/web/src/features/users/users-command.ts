import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import type { UserFilter } from '#data/users.queries.ts'
import { commandDay, commandLine } from '#ui/copy-as-command/command-line.ts'
import type { DayRange } from '#ui/date-range/day-range.ts'

export function usersCommand({ search, status, role, sort }: UserFilter, range: DayRange | null): string {
  return commandLine(['users', 'list'], {
    [LIST_FLAGS.search]: search,
    [LIST_FLAGS.status]: status,
    [LIST_FLAGS.role]: role,
    [LIST_FLAGS.joined_from]: range ? commandDay(range.from) : undefined,
    [LIST_FLAGS.joined_to]: range ? commandDay(range.to) : undefined,
    [LIST_FLAGS.sort]: sort,
  })
}
