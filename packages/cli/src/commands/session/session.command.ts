import type { Command } from 'commander'
import { resolveLoginTarget, resolveLogoutTarget } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'
import type { LoginInput } from './session.ts'

const verbs = () => import('./session.ts')

/** Adds `login`, `logout` and `whoami`. */
export function addSessionCommands(program: Command, runCommand: RunCommand): void {
  program
    .command('login')
    .description('sign in and store the session in the profile')
    .option('--email <address>', 'the email address; prompted for if omitted')
    .option('--password-stdin', 'read the password from stdin (two-factor code on line 2)')
    .addHelpText('after', LOGIN_HELP)
    .action((options: LoginInput) => runCommand(async () => (await verbs()).login, options, resolveLoginTarget))

  program
    .command('logout')
    .description('end the session of the profile')
    .addHelpText('after', LOGOUT_HELP)
    .action(() => runCommand(async () => (await verbs()).logout, {}, resolveLogoutTarget))

  program
    .command('whoami')
    .description('show the signed-in account, the API and the token in use')
    .addHelpText('after', WHOAMI_HELP)
    .action(() => runCommand(async () => (await verbs()).whoami, {}))
}

const LOGIN_HELP = `
Examples:
  rapport login
  rapport login --profile staging --api-url https://staging.example.org
  rapport login --email admin@example.org --password-stdin < password.txt

If two-factor authentication is on, you are asked for a code from your
authenticator app or a recovery code.

The token is stored in a file that only you can read, and is sent only to the
API that issued it.
`

const LOGOUT_HELP = `
Examples:
  rapport logout
  rapport logout --profile staging
`

const WHOAMI_HELP = `
Examples:
  rapport whoami
  rapport whoami --json
`
