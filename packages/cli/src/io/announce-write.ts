import type { Target } from '#cli/auth/target.ts'
import type { Deps } from '#cli/deps.ts'

/** Names API and profile in messages. */
export function targetText({ apiUrl, profile }: Target): string {
  return `${apiUrl} (profile ${profile})`
}

/** Says on a terminal what is about to be written, and where. */
export function announceWrite({ terminal, target }: Deps, doing: string): void {
  if (terminal.isTerminal) terminal.info(`${doing} on ${targetText(target)}`)
}
