import type { Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'

export function addStatsCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('stats')
    .description('show dashboard statistics: users, active users, plans')
    .addHelpText('after', HELP)
    .action(() => runCommand(() => import('./stats.ts'), {}))
}

const HELP = `
The role admin counts as Pro and the role user as Basic. Percentages are of all
users, rounded.

Examples:
  rapport stats
  rapport stats --json | jq .active
`
