import { Command, InvalidArgumentError, Option } from 'commander'
import { parseTimeout, TIMEOUT_HINT } from '#cli/config/settings.ts'
import packageJson from '../package.json' with { type: 'json' }
import { addApiCommand } from './commands/api/api.command.ts'
import { addApplyCommand } from './commands/apply/apply.command.ts'
import { addCategoriesCommand } from './commands/categories/categories.command.ts'
import { addCompletionCommand } from './commands/completion/completion.command.ts'
import { addConfigCommand } from './commands/config/config.command.ts'
import { addDiffCommand } from './commands/diff/diff.command.ts'
import { addDoctorCommand } from './commands/doctor/doctor.command.ts'
import { addEditCommand } from './commands/edit/edit.command.ts'
import { addExportCommand } from './commands/export/export.command.ts'
import { addHelpCommand } from './commands/help/help.command.ts'
import { addHistoryCommand } from './commands/history/history.command.ts'
import { addMcpCommand } from './commands/mcp/mcp.command.ts'
import { addOpenCommand } from './commands/open/open.command.ts'
import { addPositionsCommand } from './commands/positions/positions.command.ts'
import { addProductsCommand } from './commands/products/products.command.ts'
import { addProfileCommand } from './commands/profile/profile.command.ts'
import { addPromoteCommand } from './commands/promote/promote.command.ts'
import { addCommandsCommand, addSchemaCommand } from './commands/schema/schema.command.ts'
import { addSessionCommands } from './commands/session/session.command.ts'
import { addSessionsCommand } from './commands/sessions/sessions.command.ts'
import { addSmokeCommand } from './commands/smoke/smoke.command.ts'
import { addStatsCommand } from './commands/stats/stats.command.ts'
import { addTokenCommand } from './commands/token/token.command.ts'
import { addTrashCommand } from './commands/trash/trash.command.ts'
import { addTwoFactorCommand } from './commands/two-factor/two-factor.command.ts'
import { addUsersCommand } from './commands/users/users.command.ts'
import type { RunCommand, System } from './deps.ts'
import { nonEmptyArg } from './io/non-empty-arg.ts'
import { OUTPUT_FORMATS } from './output/document.ts'

/** The version, which `rapport --version` prints. */
export const { version } = packageJson

interface Streams {
  stdout: System['stdout']
  /** The stream for the help of a command that needs a subcommand. */
  stderr: Pick<System['stderr'], 'write'>
  env: System['env']
}

/** Defines every command and option; `runCommand` runs them. */
export function buildProgram({ stdout, stderr, env }: Streams, runCommand: RunCommand): Command {
  const program = new Command('rapport')
    .description('Manage the back office from a terminal: everything the console does, in scripts and in bulk.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ helpWidth: HELP_WIDTH })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // main.ts prints errors, as JSON if requested.
      outputError: () => undefined,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
  program.optionsGroup('Options of every command:')
  for (const option of globalOptions()) program.addOption(option)
  program.addHelpText('after', HELP)
  program.addHelpText('afterAll', ({ command }) => globalOptionsHelp(command))
  program.commandsGroup('The back office:')
  addUsersCommand(program, runCommand)
  addCategoriesCommand(program, runCommand)
  addPositionsCommand(program, runCommand)
  addProductsCommand(program, runCommand)
  addEditCommand(program, runCommand)
  addTrashCommand(program, runCommand)
  addHistoryCommand(program, runCommand)
  addStatsCommand(program, runCommand)
  addExportCommand(program, runCommand)
  addDiffCommand(program, runCommand)
  addApplyCommand(program, runCommand)
  addPromoteCommand(program, runCommand)
  addSchemaCommand(program, runCommand)
  addSmokeCommand(program, runCommand)
  addOpenCommand(program, runCommand)
  addApiCommand(program, runCommand)
  addMcpCommand(program, runCommand, { stdout })
  program.commandsGroup('Session and settings:')
  addSessionCommands(program, runCommand)
  addSessionsCommand(program, runCommand)
  addTwoFactorCommand(program, runCommand)
  addTokenCommand(program, runCommand)
  addProfileCommand(program, runCommand)
  addConfigCommand(program, runCommand)
  addDoctorCommand(program, runCommand)
  program.commandsGroup('Help:')
  addCommandsCommand(program, runCommand)
  addCompletionCommand(program, runCommand, { stdout, env })
  addHelpCommand(program, stdout)
  for (const command of program.commands) command.helpCommand(false)
  return program
}

/** Returns true for words beyond the global options: a command, or an option that does not exist. */
export function hasMoreThanGlobalOptions(program: Command, argv: readonly string[]): boolean {
  const { operands, unknown } = program.parseOptions([...argv])
  return operands.length > 0 || unknown.length > 0
}

function globalOptions(): Option[] {
  return [
    new Option('--profile <name>', 'the profile to use (RAPPORT_PROFILE)').argParser(nonEmptyArg),
    new Option('--api-url <url>', 'the address of the API (RAPPORT_API_URL)').argParser(nonEmptyArg),
    new Option('-o, --output <format>', 'the output format').choices(OUTPUT_FORMATS),
    new Option('--json', 'the same as --output json').conflicts('output'),
    new Option('--jq <filter>', 'filter JSON output with jq, such as .[].email').argParser(nonEmptyArg),
    new Option('--fields <names>', 'print only these fields or columns, such as id,email').argParser(toNames),
    new Option('-y, --yes', 'skip confirmation prompts'),
    new Option('--no-input', 'never prompt; fail if input is required'),
    new Option('-q, --quiet', 'print only data, failures and errors'),
    new Option('--no-color', 'print without colours (NO_COLOR)'),
    new Option('--timeout <seconds>', 'the time limit of a request (default: 30)').argParser(toSeconds),
    new Option('--debug', 'log every request, without secrets'),
    new Option('--insecure', 'allow unencrypted http to other machines'),
  ]
}

function toNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('Separate names with commas, such as id,email.')
  return names
}

function toSeconds(text: string): number {
  const seconds = parseTimeout(text)
  if (seconds === undefined) throw new InvalidArgumentError(TIMEOUT_HINT)
  return seconds
}

/** The width of the narrowest common terminal, used in pipes too. */
const HELP_WIDTH = 80

const GLOBAL_OPTIONS_HELP = `Options of every command, such as --json and --profile: see rapport --help.
`

function globalOptionsHelp(command: Command): string {
  if (!command.parent) return ''
  return command.commands.length > 0 ? `\n${GLOBAL_OPTIONS_HELP}` : GLOBAL_OPTIONS_HELP
}

const HELP = `
Examples:
  rapport                                # browse and edit on a terminal
  rapport login --email admin@example.org
  rapport users list --search eva --from 7d
  rapport users list --status inactive --output csv |
    rapport users delete --from-file - --yes
  rapport products create --product-id app_999_1m --name Monthly --price 9.99
  rapport help exit-codes

A table on a narrow terminal drops columns; choose them with --fields.
Flags override environment variables, which override the profile. In CI, set
RAPPORT_API_URL and RAPPORT_TOKEN.
`

/** Returns what to do after a usage error with this code of Commander. */
export function usageHint(program: Command, argv: readonly string[], code: string): string {
  let command = program
  for (const word of argv) command = command.commands.find((child) => child.name() === word) ?? command
  const path: string[] = []
  for (let current: Command | null = command; current; current = current.parent) path.unshift(current.name())
  const takesFiles = command.options.some(({ long }) => long === '--file')
  const fileHint = takesFiles && code === 'commander.excessArguments' ? 'Specify files with -f. ' : ''
  return `${fileHint}See ${path.join(' ')} --help`
}
