import { resolveTarget } from './auth/target.ts'
import { openDeps, wantsColor, type Deps, type GlobalFlags, type RunVerb, type System } from './deps.ts'
import type { CallContext } from './io/errors.ts'
import { EXIT, type ExitCode } from './io/exit-codes.ts'
import { renderDocument, type Presentation } from './io/output.ts'

/** One run of the program: where it prints, and what is known of it when it ends. */
export interface Session {
  system: System
  exitCode: ExitCode
  /** Where calls went, once that is known. */
  context?: CallContext
  /** Prints an error and gives the exit code that it stands for. */
  report: (error: unknown) => ExitCode
}

/** Runs verbs in this session: opens what they need, loads them, prints what they present. */
export function verbRunner(session: Session, flags: () => GlobalFlags): RunVerb {
  return async (load, input, resolve = resolveTarget) => {
    const deps = openDeps(session.system, flags(), resolve)
    session.context = deps.target
    const verb = await load()
    show(verb.present(await verb.run(input, deps), deps), deps, session)
  }
}

function show(presentation: Presentation, deps: Deps, session: Session): void {
  const { document, talk, problem, exitCode = EXIT.done } = presentation
  if (document) session.system.stdout.write(documentText(document, deps, session.system))
  // An error in JSON is the one line on stderr, so that a script can read it.
  if (talk && (problem === undefined || !isJson(deps.flags))) deps.terminal.talk(talk)
  const problemCode = problem === undefined ? EXIT.done : session.report(problem)
  session.exitCode = exitCode === EXIT.done ? problemCode : exitCode
}

function isJson({ json, output }: GlobalFlags): boolean {
  return json === true || output === 'json' || output === 'ndjson'
}

function documentText(
  document: NonNullable<Presentation['document']>,
  { flags }: Deps,
  { stdout, env }: System,
): string {
  const isTerminal = stdout.isTTY === true
  return renderDocument(document, {
    format: flags.json ? 'json' : (flags.output ?? 'table'),
    fields: flags.fields ?? [],
    isTerminal,
    width: stdout.columns,
    color: isTerminal && wantsColor(flags, env),
  })
}
