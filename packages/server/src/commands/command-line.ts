import { AUDIT_EVENTS } from '@rapport/core/api/audit-events.ts'
import { nameAndEmailInput } from '@rapport/core/entities/profile/profile.ts'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { explainProblem } from '#server/boot/explain-problem.ts'
import { DAY, HOUR, MINUTE } from '#server/domain/time.ts'
import { OPERATING_PAGE } from '#server/paths.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { AuditOptions } from './print-audit.ts'

const EXIT = { done: 0, failed: 1, usage: 2 } as const

const HELP = `
Examples:
  rapport-server                                       start the server with settings from the environment
  rapport-server admin create you@example.org          asks for the password
  rapport-server admin reset-password you@example.org < password-file
  rapport-server backup /backups/rapport.db            while the server runs
  rapport-server restore /backups/rapport.db           while it is stopped
  rapport-server audit --since 7d --event sign_in.failed --json

Settings come from the environment, such as PORT, RAPPORT_DATA_DIR, DATABASE_URL; this page lists them:
${OPERATING_PAGE}
All commands except restore work while the server runs.
Exit codes: 0 done, 1 failed, 2 invalid usage.
`

export async function runCommand(argv: readonly string[]): Promise<number> {
  process.stdout.on('error', exitOnBrokenPipe)
  try {
    await createProgram().parseAsync(argv, { from: 'user' })
    return EXIT.done
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed help, either asked for (exit code 0) or because a subcommand is missing.
      if (error.exitCode === 0) return EXIT.done
      if (error.code !== 'commander.help') printError(error.message.replace(/^error: /, ''))
      return EXIT.usage
    }
    printError(explainProblem(error, 'run this command'))
    return EXIT.failed
  }
}

/** Exits quietly when the reader closes the pipe, as `head` does. */
function exitOnBrokenPipe(error: Error): void {
  if (!('code' in error && error.code === 'EPIPE')) throw error
  process.exit(EXIT.done)
}

function createProgram(): Command {
  const root = new Command('rapport-server')
    .description('The reference API of Rapport, and the commands of its operator.')
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .configureHelp({ helpWidth: 100 })
    .configureOutput({ outputError: () => undefined, getOutHasColors: () => false, getErrHasColors: () => false })
    .exitOverride()
    .addHelpText('after', HELP)

  root
    .command('start')
    .description('start the server (the default)')
    .option('--accept-short-ledger', 'start with a ledger of erasures that is short or damaged')
    .action(async ({ acceptShortLedger = false }: { acceptShortLedger?: boolean }) =>
      (await import('#server/boot/run-server.ts')).runServer({ acceptsShort: acceptShortLedger }),
    )

  addAdminCommands(root)
  addErasureCommands(root)

  root
    .command('backup')
    .description('copy the embedded database to a new file, while the server runs')
    .argument('<file>', 'the new file; it must not exist yet')
    .action(async (file: string) => (await import('./backup.ts')).backup(file))

  root
    .command('restore')
    .description('replace the embedded database with a backup; stop the server first')
    .argument('<file>', 'the backup, which is not changed')
    .addHelpText(
      'after',
      '\nThe current database is kept beside the restored one. All sessions,\none-time codes, recovery codes, passkeys and API tokens are revoked.',
    )
    .action(async (file: string) => (await import('./restore.ts')).restore(file))

  root
    .command('end-sessions')
    .description('revoke all sessions, one-time codes, recovery codes, passkeys and API tokens')
    .action(async () => (await import('./end-sessions.ts')).endSessions())

  root
    .command('audit')
    .description('print the audit log, the oldest event first')
    .option('--since <when>', 'a day (2026-11-21), an instant, or how long ago (12h, 7d)', toInstant)
    .addOption(new Option('--event <name>', 'only events of this name').choices(AUDIT_EVENTS))
    .option('--email <address>', 'only events of this account or address')
    .option('--json', 'print JSON, one object per line')
    .action(async (options: AuditOptions) => (await import('./print-audit.ts')).printAudit(options))
  return root
}

function addErasureCommands(root: Command): void {
  const erasures = root.command('erasures').description('move the ledger of erasures between machines')
  erasures
    .command('export')
    .description('write the ledger to a new file')
    .argument('<file>', 'the new file; it must not exist yet')
    .action(async (file: string) => (await import('./erasures.ts')).exportErasures(file))
  erasures
    .command('import')
    .description('add the entries of a ledger, and erase again whoever is in it')
    .argument('<file>', "another machine's ledger, or a copy of this one")
    .action(async (file: string) => (await import('./erasures.ts')).importErasures(file))
}

function addAdminCommands(root: Command): void {
  const admin = root
    .command('admin')
    .description("manage the console's admins, even if you are locked out")
    .addHelpText(
      'after',
      '\nThe password is asked for, or read as a line from standard input. It is never an argument, where others could see it.',
    )
  admin
    .command('list')
    .description('list admins')
    .action(async () => (await import('./admin.ts')).list())
  admin
    .command('create')
    .description('add an admin')
    .argument('<email>', 'the address to sign in with', parseWith(nameAndEmailInput.shape.email))
    .option('--first-name <name>', 'first name', parseWith(nameAndEmailInput.shape.first_name), 'Rapport')
    .option('--last-name <name>', 'last name', parseWith(nameAndEmailInput.shape.last_name), 'Admin')
    .action(async (email: string, names: { firstName: string; lastName: string }) =>
      (await import('./admin.ts')).create(email, names),
    )
  admin
    .command('reset-password')
    .description('set a new password and end all sessions')
    .argument('<email>', 'the address that the admin signs in with', toEmail)
    .action(async (email: string) => (await import('./admin.ts')).resetPassword(email))
  admin
    .command('reset-two-factor')
    .description('turn two-factor authentication off and remove the passkeys, for an admin who has lost them')
    .argument('<email>', 'the address that the admin signs in with', toEmail)
    .action(async (email: string) => (await import('./admin.ts')).resetTwoFactor(email))
}

/** Creates a parser with the rule that the console's profile page has for the field. */
function parseWith(input: (typeof nameAndEmailInput.shape)['email' | 'first_name']) {
  return (text: string): string => {
    const { success, data, error } = input.safeParse(text)
    if (success) return data
    throw new InvalidArgumentError(error.issues[0]?.message ?? '')
  }
}

const MAX_EMAIL_LENGTH = 254

function toEmail(text: string): string {
  const email = text.trim()
  if (email.length <= MAX_EMAIL_LENGTH && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)) return email
  throw new InvalidArgumentError('Not an email address.')
}

const UNIT_MS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY }

function toInstant(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const instant = count === undefined ? Date.parse(text) : Date.now() - Number(count) * (UNIT_MS[unit] ?? 0)
  if (!Number.isNaN(instant)) return instant
  throw new InvalidArgumentError('Give a day such as 2026-11-21, or how long ago, such as 12h or 7d.')
}

function printError(message: string): void {
  process.stderr.write(`error: ${message}\n`)
}
