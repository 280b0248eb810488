import type { Command } from 'commander'
import { resolveLogoutTarget } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'

export function addLogoutCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('logout')
    .description('end the session of the profile')
    .addHelpText('after', HELP)
    .action(() => runCommand(() => import('./logout.ts'), {}, resolveLogoutTarget))
}

const HELP = `
Examples:
  rapport logout
  rapport logout --profile staging
`
