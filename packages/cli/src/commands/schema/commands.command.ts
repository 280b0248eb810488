import type { Command } from 'commander'
import { resolveNothing } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'

export function addCommandsCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('commands')
    .description('list all commands; with --json, all that a program needs to use them')
    .addHelpText('after', HELP)
    .action(() => runCommand(() => import('./commands.ts'), { program }, resolveNothing))
}

const HELP = `
The effect is what a command does on the server: none, read, write or delete. A
token needs one of the scopes; without any, the command needs rapport login.
rapport schema commands describes the JSON, and what the exit codes mean.

Examples:
  rapport commands
  rapport commands --jq '.[] | select(.effect == "read") | .command'
`
