import { AUDIT_EVENTS } from '@rapport/core/api/audit-events.ts'
import { type Command, InvalidArgumentError } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import { createKindOption } from '#cli/entities/kind-option.ts'
import { toCount } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { HistoryInput } from './history.ts'

export function addHistoryCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('history')
    .description('show who did what, and when, newest first')
    .addOption(createKindOption())
    .option('--id <id>', 'only the record with this id', nonEmptyArg)
    .option('--actor <id>', 'only actions by the admin with this id', nonEmptyArg)
    .option('--event <event>', 'only this event, such as user.deleted', toEvent)
    .option('--search <text>', 'only records whose name contains these words', nonEmptyArg)
    .option('--from <date>', 'on or after this date')
    .option('--to <date>', 'on or before this date')
    .option('--limit <count>', 'show at most this many', toCount, 100)
    .addHelpText('after', HELP)
    .action((options: HistoryInput) => runCommand(() => import('./history.ts'), options))
}

function toEvent(text: string): string {
  if (AUDIT_EVENTS.some((event) => event === text)) return text
  throw new InvalidArgumentError(`Use one of ${AUDIT_EVENTS.join(', ')}.`)
}

const HELP = `
A date is 2026-11-21, 2026-11-21T09:30, today, yesterday, or 7d for the day
seven days ago, in the local time zone. Both ends are included. For users, only
field names are recorded, not values.

Examples:
  rapport history --from today
  rapport history --kind products --id 3
  rapport history --search "child's pose"
  rapport history --event user.deleted --limit 10000 --output csv > deleted.csv
`
