import type { Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'

const verbs = () => import('./sessions.ts')

export function addSessionsCommand(program: Command, runCommand: RunCommand): void {
  const sessions = program.command('sessions').description('manage your sessions: list, revoke')

  sessions
    .command('list')
    .description('list your sessions, last used first')
    .addHelpText('after', LIST_HELP)
    .action(() => runCommand(async () => (await verbs()).list, {}))

  sessions
    .command('revoke')
    .description('end sessions by their ids, or all other sessions')
    .argument('[ids...]', 'ids, as `rapport sessions list` shows them')
    .option('--others', 'all other sessions')
    .addHelpText('after', REVOKE_HELP)
    .action((ids: string[], options: { others?: boolean }) =>
      runCommand(async () => (await verbs()).revoke, { ids, ...options }),
    )
}

const LIST_HELP = `
Examples:
  rapport sessions list
  rapport sessions list --jq '.[] | select(.current | not) | .id'
`

const REVOKE_HELP = `
rapport logout ends the session of this profile.

Examples:
  rapport sessions revoke 5f0c7be21a9d4e63
  rapport sessions revoke --others --yes
`
