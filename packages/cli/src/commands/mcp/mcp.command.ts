import type { Command } from 'commander'
import type { RunCommand, System } from '#cli/deps.ts'

export function addMcpCommand(program: Command, runCommand: RunCommand, { stdout }: Pick<System, 'stdout'>): void {
  program
    .command('mcp')
    .description('serve the back office to an AI agent over stdio (Model Context Protocol)')
    .option('--with-users', "give the agent users' names and email addresses, and let it search by them")
    .addHelpText('after', HELP)
    .action(({ withUsers = false }: { withUsers?: boolean }) =>
      runCommand(() => import('./mcp.ts'), { withUsers, stdout, version: program.version() ?? '' }),
    )
}

const HELP = `
The agent's program starts it, with RAPPORT_API_URL and RAPPORT_TOKEN in its
environment. The scopes of the token decide which tools exist: read for lists,
statistics and history, catalogue for changes of the catalogue. A change is
planned first, and applied only if nothing in the plan has changed since. No
tool deletes anything. Images must be in the folder that it is started in.

Examples:
  rapport token create agent --scope read,catalogue --expires 30d
  claude mcp add rapport --env RAPPORT_TOKEN=... -- rapport mcp
  rapport mcp --profile staging --with-users
`
