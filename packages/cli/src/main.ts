import { CommanderError, type Command } from 'commander'
import type { GivenFlags, RunVerb, System } from './deps.ts'
import { CliError, describeError, interrupted, isInterruption, type ErrorReport } from './io/errors.ts'
import { EXIT, type ExitCode } from './io/exit-codes.ts'
import { safeJson, visibleLine } from './io/terminal-text.ts'
import { buildProgram, helpCommandFor, namesCommand } from './program.ts'
import { verbRunner, type Session } from './session.ts'

/** Runs one command line and resolves with its exit code: the only place where an error becomes one. */
export async function main(argv: readonly string[], system: System): Promise<ExitCode> {
  const session: Session = { system, exitCode: EXIT.done, report: (error) => report(error, argv, session) }
  const runVerb = verbRunner(session, () => program.opts())
  // Who reads errors as JSON gets no help between them.
  const stderr = wantsJson(argv) ? { write: () => true } : system.stderr
  const program = buildProgram({ ...system, stderr }, runVerb)
  system.stdout.once('error', (error: NodeJS.ErrnoException) => endOutput(error, session))
  try {
    if (hasPerson(system) && !namesCommand(program, argv)) program.action(() => browse(program, runVerb))
    await program.parseAsync(argv, { from: 'user' })
    return session.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return session.report(error)
    if (error.exitCode === 0) return EXIT.done
    const hint = `See ${helpCommandFor(program, argv)}.`
    if (error.code === 'commander.help') {
      // Commander has shown the help of a command that needs another word after it.
      if (!wantsJson(argv)) return EXIT.usage
      return session.report(new CliError('usage', 'No command was named.', { hint, cause: error }))
    }
    const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
    return session.report(new CliError('usage', message, { hint, cause: error }))
  }
}

/** A reader such as `head` may leave early: that is its right and no failure of ours. All else is, as a full disk is. */
function endOutput(error: NodeJS.ErrnoException, { system, exitCode, report: reportError }: Session): void {
  if (error.code === 'EPIPE') return system.exit?.(exitCode)
  const hint = 'What the command did is done all the same.'
  const unwritten = new CliError('not_written', `Standard output cannot be written: ${error.message}`, {
    hint,
    exitCode: EXIT.failed,
    cause: error,
  })
  system.exit?.(reportError(unwritten))
}

/** Whether somebody sits in front of a terminal that can draw. */
function hasPerson({ stdin, stdout, env }: System): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb'
}

/** Opens the browser, unless the options ask for what it cannot do. */
function browse(program: Command, runVerb: RunVerb): Promise<void> {
  const { input, json, output, fields } = program.opts<GivenFlags>()
  if (!input || json || output !== undefined || fields !== undefined) program.help({ error: true })
  return runVerb(() => import('./commands/browse/browse.ts'), {})
}

function report(thrown: unknown, argv: readonly string[], { system, context, isJson }: Session): ExitCode {
  const error = system.signal.aborted && !isInterruption(thrown) ? interrupted(thrown) : thrown
  const described = describeError(error, context)
  const asJson = isJson ?? wantsJson(argv)
  system.stderr.write(asJson ? `${safeJson({ error: described.report })}\n` : forPeople(error, described.report))
  if (argv.includes('--debug')) system.stderr.write(stackOf(thrown))
  return described.exitCode
}

function forPeople(error: unknown, { message, hint, mistakes = [] }: ErrorReport): string {
  const places = mistakes.map(({ file, line, column, message: text }) => `${file}:${line}:${column}: ${text}`)
  const sentences = error instanceof CliError ? [...error.sentences] : [message]
  if (hint !== null) sentences.push(hint)
  const said = sentences.map((line, index) => `${index === 0 ? 'error:' : '      '} ${line}`)
  return [...places, ...said].map((line) => `${visibleLine(line)}\n`).join('')
}

/** Read from the words themselves, since a command line that does not parse has no options yet. */
function wantsJson(argv: readonly string[]): boolean {
  const isJson = (word = '') => word === 'json' || word === 'ndjson'
  return argv.some(
    (word, at) =>
      word === '--json' ||
      (word === '--output' && isJson(argv[at + 1])) ||
      (word.startsWith('--output=') && isJson(word.slice('--output='.length))),
  )
}

/** Names and places of an error and its causes. Not their messages: other libraries quote in them what they were given. */
function stackOf(error: unknown): string {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    lines.push(cause.name, ...(cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)))
  }
  return lines.map((line) => `debug: ${visibleLine(line)}\n`).join('')
}
