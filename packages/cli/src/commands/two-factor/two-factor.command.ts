import type { Command } from 'commander'
import { addPasswordStdinOption, type PasswordStdinInput } from '#cli/auth/confirm-identity.ts'
import type { RunCommand } from '#cli/deps.ts'

const verbs = () => import('./two-factor.ts')

export function addTwoFactorCommand(program: Command, runCommand: RunCommand): void {
  const twoFactor = program
    .command('two-factor')
    .description('manage two-factor authentication: status, enable, disable, recovery-codes')

  twoFactor
    .command('status')
    .description('show whether two-factor authentication is on')
    .addHelpText('after', STATUS_HELP)
    .action(() => runCommand(async () => (await verbs()).status, {}))

  twoFactor
    .command('enable')
    .description('set up an authenticator app, and print the recovery codes')
    .addHelpText('after', ENABLE_HELP)
    .action(() => runCommand(async () => (await verbs()).enable, {}))

  addPasswordStdinOption(twoFactor.command('disable').description('turn off two-factor authentication'))
    .addHelpText('after', DISABLE_HELP)
    .action((options: PasswordStdinInput) => runCommand(async () => (await verbs()).disable, options))

  addPasswordStdinOption(
    twoFactor.command('recovery-codes').description('replace the recovery codes, and print the new ones'),
  )
    .addHelpText('after', RECOVERY_CODES_HELP)
    .action((options: PasswordStdinInput) => runCommand(async () => (await verbs()).recoveryCodes, options))
}

const STATUS_HELP = `
Examples:
  rapport two-factor status
  rapport two-factor status --jq .recovery_codes_left
`

const ENABLE_HELP = `
Requires a terminal: shows a QR code and the key, and asks for the first code
from the app. Ends your other sessions.

Examples:
  rapport two-factor enable
  rapport two-factor enable > recovery-codes.txt
`

const DISABLE_HELP = `
Examples:
  rapport two-factor disable
  rapport two-factor disable --yes --password-stdin < password.txt
`

const RECOVERY_CODES_HELP = `
The old codes stop working.

Examples:
  rapport two-factor recovery-codes
  rapport two-factor recovery-codes --yes --json
`
