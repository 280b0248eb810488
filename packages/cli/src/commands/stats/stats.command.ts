import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'

export function addStatsCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('stats')
    .description('show dashboard statistics: users, active users, plans')
    .addHelpText('after', EXAMPLES)
    .action(() => runVerb(() => import('./stats.ts'), {}))
}

const EXAMPLES = `
The role admin counts as Pro and the role user as Basic. Percentages are of all
users, rounded.

Examples:
  rapport stats
  rapport stats --json | jq .active
`
