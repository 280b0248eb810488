import type { Deps } from '#cli/deps.ts'
import { CliError } from './errors.ts'
import { EXIT } from './exit-codes.ts'

interface Consent {
  /** What needs it, such as `Deleting 3 records`. */
  doing: string
  lines: readonly string[]
  prompt: string
  /** What has to be typed, where y does not do. */
  typed?: string
  /** Whether standard input holds data, so that it cannot hold the answer. */
  readsStdin?: boolean
  hint: string
  /** The sentence after a no. */
  declined: string
}

/** Asks before something that cannot be taken back. Throws CliError unless the answer, or --yes, agrees. */
export async function requireConsent(consent: Consent, { flags, terminal }: Pick<Deps, 'flags' | 'terminal'>) {
  const { doing, lines, prompt, typed, readsStdin = false, hint, declined } = consent
  if (flags.yes) return
  if (!terminal.canAsk || readsStdin) {
    throw new CliError('confirmation_needed', `${doing} needs --yes: there is no terminal to ask on.`, { hint })
  }
  if (await terminal.confirm({ lines, prompt, ...(typed !== undefined && { typed }) })) return
  throw new CliError('declined', declined, { exitCode: EXIT.failed })
}

const NAMES_SHOWN = 5

/** The first names, indented, and how many more there are. */
export function firstNames(names: readonly string[]): string[] {
  const more = names.length > NAMES_SHOWN ? [`  and ${names.length - NAMES_SHOWN} more`] : []
  return [...names.slice(0, NAMES_SHOWN).map((name) => `  ${name}`), ...more]
}
