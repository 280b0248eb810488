import type { Deps } from '#cli/deps.ts'
import { CliError } from './errors.ts'

interface Consent {
  /** The action to confirm, such as `Deleting 3 records`. */
  action: string
  lines: readonly string[]
  prompt: string
  /** The text to type instead of y. */
  expectedAnswer?: string
  /** Whether standard input is data and cannot be the answer. */
  readsStdin?: boolean
  hint: string
  /** The message if the answer is no; `Nothing was changed.` by default. */
  declinedMessage?: string
}

type ConsentDeps = Pick<Deps, 'flags' | 'terminal'>

/** Fails before any call if no prompt is possible, so that a script always fails. Throws `CliError` without --yes. */
export function requireYesOrTerminal(
  { flags, terminal }: ConsentDeps,
  { action, readsStdin = false, hint }: Pick<Consent, 'action' | 'readsStdin' | 'hint'>,
): void {
  if (flags.yes || (terminal.canAsk && !readsStdin)) return
  const reason = terminal.canAsk ? 'standard input is not the terminal' : 'there is no terminal to prompt on'
  throw new CliError('confirmation_needed', `${action} requires confirmation, and ${reason}.`, { hint })
}

/** Asks before an action that needs consent. Throws `CliError` unless the answer is yes, or --yes was given. */
export async function requireConsent(deps: ConsentDeps, consent: Consent): Promise<void> {
  const { lines, prompt, expectedAnswer, declinedMessage = 'Nothing was changed.' } = consent
  const { flags, terminal } = deps
  if (flags.yes) return
  requireYesOrTerminal(deps, consent)
  if (await terminal.confirm({ lines, prompt, ...(expectedAnswer !== undefined && { expectedAnswer }) })) return
  throw new CliError('declined', declinedMessage)
}

export const MAX_NAMES_SHOWN = 5

/** Indents the first names, and counts the others. */
export function previewNames(names: readonly string[]): string[] {
  const more = names.length > MAX_NAMES_SHOWN ? [`  and ${names.length - MAX_NAMES_SHOWN} more`] : []
  return [...names.slice(0, MAX_NAMES_SHOWN).map((name) => `  ${name}`), ...more]
}
