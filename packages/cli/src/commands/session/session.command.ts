import type { Command } from 'commander'
import { resolveLoginTarget, resolveLogoutTarget } from '#cli/auth/target.ts'
import type { RunVerb } from '#cli/deps.ts'

/** Adds `login`, `logout` and `whoami`. */
export function addSessionCommands(program: Command, runVerb: RunVerb): void {
  program
    .command('login')
    .description('sign in, and keep the session in the profile')
    .option('--email <address>', 'the e-mail address; asked for when left out')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', LOGIN_EXAMPLES)
    .action((options: { email?: string; passwordStdin?: boolean }) =>
      runVerb(() => import('./login.ts'), options, resolveLoginTarget),
    )

  program
    .command('logout')
    .description('end the session of the profile, on the server too where it can')
    .addHelpText('after', LOGOUT_EXAMPLES)
    .action(() => runVerb(() => import('./logout.ts'), {}, resolveLogoutTarget))

  program
    .command('whoami')
    .description('show who is signed in, where, and by which token')
    .addHelpText('after', WHOAMI_EXAMPLES)
    .action(() => runVerb(() => import('./whoami.ts'), {}))
}

const LOGIN_EXAMPLES = `
Examples:
  rapport login
  rapport login --profile staging --api-url https://staging.example.org
  rapport login --email admin@example.org --password-stdin < password.txt

The token is kept in a file that only you can read, and is sent to no other
address than the one it came from.
`

const LOGOUT_EXAMPLES = `
Examples:
  rapport logout
  rapport logout --profile staging
`

const WHOAMI_EXAMPLES = `
Examples:
  rapport whoami
  rapport whoami --json
`
