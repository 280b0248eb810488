import { formatLocation } from '@rapport/core/catalogue/read/row.ts'
import { nearest } from '@rapport/core/text/nearest.ts'
import { CommanderError, type Command } from 'commander'
import type { Deps, GivenFlags, RunCommand, System } from './deps.ts'
import {
  type ErrorTarget,
  CliError,
  describeError,
  type ErrorReport,
  interruptedError,
  isInterruption,
  withStatus,
} from './io/errors.ts'
import { EXIT, type ExitCode } from './io/exit-codes.ts'
import { safeJson, visibleLine } from './io/terminal-text.ts'
import { namesOnly, type Presentation, renderDocument, resolveFieldNames } from './output/document.ts'
import { buildProgram, hasMoreThanGlobalOptions, usageHint } from './program.ts'

/** The state of one run of the program. */
interface Run {
  argv: readonly string[]
  system: System
  exitCode: ExitCode
  /** The target of calls, once it is known. */
  target?: ErrorTarget
  /** Whether errors are printed as JSON; from the words until flags and profile are known. */
  isJson: boolean
}

/** Runs one command line and returns its exit code. */
export async function main(argv: readonly string[], system: System): Promise<ExitCode> {
  const run: Run = { argv, system, exitCode: EXIT.done, isJson: wantsJson(argv) }
  const runCommand = createCommandRunner(run, () => program.opts())
  // An error in JSON is one line on stderr, without help around it.
  const stderr = run.isJson ? { write: () => true } : system.stderr
  const program = buildProgram({ ...system, stderr }, runCommand)
  const idle = new Promise<never>((_, reject) => {
    system.onIdle?.(() => reject(new CliError('stopped', 'The command stopped before it was done.')))
  })
  system.stdout.once('error', (error: NodeJS.ErrnoException) => endOutput(error, run))
  // With `2>&1 | head`, messages are lost but the work continues.
  system.stderr.on('error', () => undefined)
  if (isInteractive(system) && !hasMoreThanGlobalOptions(program, argv))
    program.action(() => openExplorer(program, runCommand))
  try {
    await Promise.race([program.parseAsync(argv, { from: 'user' }), idle])
    return run.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error, run)
    if (error.exitCode === 0) return EXIT.done
    const isHelp = error.code === 'commander.help'
    // Commander has printed the help of a command that needs a subcommand.
    if (isHelp && !run.isJson) return EXIT.usage
    const message = isHelp ? 'No command given.' : withSuggestion(error.message)
    const hint = usageHint(program, argv, error.code)
    return report(new CliError('usage', message, { hint, cause: error }), run)
  }
}

/** Converts Commander's message to one line. Adds a suggestion for choices, which Commander does not make. */
function withSuggestion(text: string): string {
  const message = text.replace(/^error: /, '').replaceAll('\n', ' ')
  const [invalidPart = '', choices = ''] = message.split(' Allowed choices are ')
  const [, word = ''] = /'([^']*)' is invalid/.exec(invalidPart) ?? []
  const suggestion = nearest(word, choices.replace(/\.$/, '').split(', '))
  return suggestion ? `${message} (Did you mean ${suggestion}?)` : message
}

/** Creates the function that loads, runs and presents a command. */
function createCommandRunner(run: Run, flags: () => GivenFlags): RunCommand {
  return async (load, input, resolve) => {
    // Loaded on demand: help and usage errors need no client.
    const { createDeps } = await import('./deps.ts')
    const deps = createDeps(run.system, flags(), resolve)
    run.target = deps.target
    run.isJson = deps.flags.output === 'json' || deps.flags.output === 'ndjson'
    const command = await load()
    const { jq, fields } = deps.flags
    const known = typeof command.fields === 'function' ? command.fields(input) : namesOnly(command.fields ?? [])
    if (fields && command.fields) deps.flags.fields = resolveFieldNames(fields, known)
    // Compiled first: a mistyped filter must not hide what a deletion did.
    const filter = jq === undefined ? undefined : await (await import('./output/jq.ts')).compileFilter(jq)
    const presentation = command.present(await command.run(input, deps), deps)
    await print(presentation, deps, { run, filter, listedFields: Object.values(known).flat() })
  }
}

interface PrintOptions {
  run: Run
  filter: ((json: string, isTerminal: boolean) => string) | undefined
  /** The fields of a document that names none itself. */
  listedFields: readonly string[]
}

async function print(
  presentation: Presentation,
  { flags, terminal }: Deps,
  { run, filter, listedFields }: PrintOptions,
): Promise<void> {
  const { document, info, problem, exitCode = EXIT.done } = presentation
  const { stdout } = run.system
  if (document) {
    const isTerminal = stdout.isTTY === true
    const text = await renderDocument(
      { fields: listedFields, ...document },
      {
        format: flags.output,
        fields: flags.fields ?? [],
        isTerminal,
        // A terminal of unknown width reports 0.
        width: stdout.columns || undefined,
        color: isTerminal && flags.color,
        isQuiet: flags.quiet ?? false,
      },
    )
    stdout.write(filter ? filter(text, isTerminal) : text)
  }
  // An error in JSON is the only line on stderr, so that scripts can parse it.
  if (info && (problem === undefined || !run.isJson)) terminal.info(info)
  if (problem === undefined) terminal.flush()
  const problemCode = problem === undefined ? EXIT.done : report(problem, run)
  run.exitCode = exitCode === EXIT.done ? problemCode : exitCode
}

/** Ends the process after a failed write. A pipe that `head` has closed is not a failure; a full disk is. */
function endOutput(error: NodeJS.ErrnoException, run: Run): void {
  const { system, exitCode } = run
  if (error.code === 'EPIPE') return system.exit?.(exitCode)
  const outputError = new CliError('not_written', `Could not write to standard output: ${error.message}`, {
    hint: 'What the command changed on the server remains.',
    cause: error,
  })
  system.exit?.(report(outputError, run))
}

function isInteractive({ stdin, stdout, env }: System): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb'
}

/** Opens the explorer, unless the options request data. */
function openExplorer(program: Command, runCommand: RunCommand): Promise<void> {
  const { input, json, jq, output, fields } = program.opts<GivenFlags>()
  if (!input || json || jq !== undefined || output !== undefined || fields !== undefined) program.help({ error: true })
  return runCommand(() => import('./commands/explorer/explorer.ts'), {})
}

/** Prints an error and returns its exit code. */
function report(thrown: unknown, { argv, system, target, isJson }: Run): ExitCode {
  const error = system.signal.aborted && !isInterruption(thrown) ? interruptedError(thrown) : thrown
  const description = describeError(error, target)
  system.stderr.write(isJson ? `${safeJson({ error: description.report })}\n` : formatReport(error, description.report))
  if (argv.includes('--debug')) system.stderr.write(formatStack(thrown))
  return description.exitCode
}

function formatReport(error: unknown, { message, hint, status, mistakes: issues = [] }: ErrorReport): string {
  const issueLines = issues.map((issue) => `${formatLocation(issue)}: ${issue.message}`)
  const [first = message, ...others] = error instanceof CliError ? error.sentences : [withStatus({ message, status })]
  const lines = [
    ...issueLines,
    `error: ${first}`,
    ...[...others, ...(hint ? [hint] : [])].map((text) => `       ${text}`),
  ]
  return lines.map((line) => `${visibleLine(line)}\n`).join('')
}

/** Returns true if the words ask for JSON: an invalid command line has no parsed options. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      /^--json$|^--jq(=|$)|^(--output=|-o)(nd)?json$/.test(word) ||
      (/^(--output|-o)$/.test(word) && /^(nd)?json$/.test(argv[index + 1] ?? '')),
  )
}

/** Formats names and positions without messages, since those of libraries may quote secrets. */
function formatStack(error: unknown): string {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    lines.push(cause.name, ...(cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)))
  }
  return lines.map((line) => `debug: ${visibleLine(line)}\n`).join('')
}
