import type { Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'

export function addWhoamiCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('whoami')
    .description('show the signed-in account, the API and the token in use')
    .addHelpText('after', HELP)
    .action(() => runCommand(() => import('./whoami.ts'), {}))
}

const HELP = `
Examples:
  rapport whoami
  rapport whoami --json
`
