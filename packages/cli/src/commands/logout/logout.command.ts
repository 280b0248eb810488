import type { Command } from 'commander'
import { resolveLogoutTarget } from '#cli/config/target.ts'
import type { RunVerb } from '#cli/deps.ts'

export function addLogoutCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('logout')
    .description('end the session of the profile')
    .addHelpText('after', HELP)
    .action(() => runVerb(() => import('./logout.ts'), {}, resolveLogoutTarget))
}

const HELP = `
Examples:
  rapport logout
  rapport logout --profile staging
`
