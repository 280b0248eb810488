import type { Deps, GivenFlags, RunVerb, System } from './deps.ts'
import type { CallContext } from './io/errors.ts'
import { EXIT, type ExitCode } from './io/exit-codes.ts'
import { renderDocument, type Presentation } from './io/output.ts'

/** One run of the program. */
export interface Session {
  system: System
  exitCode: ExitCode
  /** Where calls went, once that is known. */
  context?: CallContext
  /** Whether errors are JSON, once flags and profile have decided. */
  isJson?: boolean
  /** Prints an error and returns its exit code. */
  report: (error: unknown) => ExitCode
}

/** Runs verbs in this session: opens what they need, loads them, prints what they present. */
export function verbRunner(session: Session, flags: () => GivenFlags): RunVerb {
  return async (load, input, resolve) => {
    // Loaded only now: help, and a mistyped command, need no client.
    const { openDeps } = await import('./deps.ts')
    const deps = openDeps(session.system, flags(), resolve)
    session.context = deps.target
    session.isJson = deps.flags.output === 'json' || deps.flags.output === 'ndjson'
    const verb = await load()
    print(verb.present(await verb.run(input, deps), deps), deps, session)
  }
}

function print(presentation: Presentation, { flags, terminal }: Deps, session: Session): void {
  const { document, info, problem, exitCode = EXIT.done } = presentation
  const { stdout } = session.system
  if (document) {
    const isTerminal = stdout.isTTY === true
    const text = renderDocument(document, {
      format: flags.output,
      fields: flags.fields ?? [],
      isTerminal,
      // A terminal that does not know its width says 0.
      width: stdout.columns || undefined,
      color: isTerminal && flags.color,
    })
    stdout.write(text)
  }
  // An error in JSON is the only line on stderr, so that scripts can parse it.
  if (info && (problem === undefined || !session.isJson)) terminal.info(info)
  const problemCode = problem === undefined ? EXIT.done : session.report(problem)
  session.exitCode = exitCode === EXIT.done ? problemCode : exitCode
}
