import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import { kindOption } from '#cli/entities/kind-option.ts'
import { toCount } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { HistoryInput } from './history.ts'

/** Adds `history`. */
export function addHistoryCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('history')
    .description('show what was done, when and by which admin, the newest first')
    .addOption(kindOption())
    .option('--id <id>', 'only the record with this id', nonEmptyArg)
    .option('--actor <id>', 'only what the admin with this id did', nonEmptyArg)
    .option('--event <event>', 'only this event, such as user.deleted', nonEmptyArg)
    .option('--from <date>', 'on or after this date')
    .option('--to <date>', 'on or before this date')
    .option('--limit <count>', 'show at most this many', toCount, 100)
    .addHelpText('after', EXAMPLES)
    .action((options: HistoryInput) => runVerb(() => import('./history.ts'), options))
}

const EXAMPLES = `
A date is 2026-11-21, 2026-11-21T09:30, today, yesterday, or 7d for the day
seven days ago, in the local time zone. Both ends are included. Of users only
the names of the fields are kept, not their values.

Examples:
  rapport history --from today
  rapport history --kind products --id 3
  rapport history --event user.deleted --limit 10000 --output csv > deleted.csv
`
