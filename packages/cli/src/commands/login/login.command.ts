import type { Command } from 'commander'
import { resolveLoginTarget } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'

export function addLoginCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('login')
    .description('sign in and store the session in the profile')
    .option('--email <address>', 'the email address; prompted for if omitted')
    .option('--password-stdin', 'read the password from stdin (two-factor code on line 2)')
    .addHelpText('after', HELP)
    .action((options: { email?: string; passwordStdin?: boolean }) =>
      runCommand(() => import('./login.ts'), options, resolveLoginTarget),
    )
}

const HELP = `
Examples:
  rapport login
  rapport login --profile staging --api-url https://staging.example.org
  rapport login --email admin@example.org --password-stdin < password.txt

If two-factor authentication is on, you are asked for a code from your
authenticator app or a recovery code.

The token is stored in a file that only you can read, and is sent only to the
API that issued it.
`
