import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'

export function addWhoamiCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('whoami')
    .description('show the signed-in account, the API and the token in use')
    .addHelpText('after', HELP)
    .action(() => runVerb(() => import('./whoami.ts'), {}))
}

const HELP = `
Examples:
  rapport whoami
  rapport whoami --json
`
