import { formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'

/** Says on a terminal what is about to be written, and where. */
export function announceWrite({ terminal, target }: Deps, action: string): void {
  if (terminal.isTerminal) terminal.info(`${action} on ${formatTarget(target)}`)
}
