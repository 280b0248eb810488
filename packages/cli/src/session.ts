import { resolveTarget } from './auth/target.ts'
import { openDeps, type Deps, type GivenFlags, type RunVerb, type System } from './deps.ts'
import type { CallContext } from './io/errors.ts'
import { EXIT, type ExitCode } from './io/exit-codes.ts'
import { renderDocument, type Presentation } from './io/output.ts'

/** One run of the program: where it prints, and what is known of it when it ends. */
export interface Session {
  system: System
  exitCode: ExitCode
  /** Where calls went, once that is known. */
  context?: CallContext
  /** Whether errors are JSON, once flags and profile have said so. */
  isJson?: boolean
  /** Prints an error and gives the exit code that it stands for. */
  report: (error: unknown) => ExitCode
}

/** Runs verbs in this session: opens what they need, loads them, prints what they present. */
export function verbRunner(session: Session, flags: () => GivenFlags): RunVerb {
  return async (load, input, resolve = resolveTarget) => {
    const deps = openDeps(session.system, flags(), resolve)
    session.context = deps.target
    session.isJson = deps.flags.output === 'json' || deps.flags.output === 'ndjson'
    const verb = await load()
    show(verb.present(await verb.run(input, deps), deps), deps, session)
  }
}

function show(presentation: Presentation, deps: Deps, session: Session): void {
  const { document, talk, problem, exitCode = EXIT.done } = presentation
  if (document) session.system.stdout.write(documentText(document, deps, session.system))
  // An error in JSON is the one line on stderr, so that a script can read it.
  if (talk && (problem === undefined || session.isJson !== true)) deps.terminal.talk(talk)
  const problemCode = problem === undefined ? EXIT.done : session.report(problem)
  session.exitCode = exitCode === EXIT.done ? problemCode : exitCode
}

function documentText(document: NonNullable<Presentation['document']>, { flags }: Deps, { stdout }: System): string {
  const isTerminal = stdout.isTTY === true
  return renderDocument(document, {
    format: flags.output,
    fields: flags.fields ?? [],
    isTerminal,
    // A terminal that does not know its width says 0.
    width: stdout.columns || undefined,
    color: isTerminal && flags.color,
  })
}
