import { logFailure } from '#platform/log-failure.ts'
import { showCopied, showError } from './toast.ts'

export interface Command {
  line: string
  note?: string | undefined
}

export const COPY_AS_COMMAND = 'Copy as command'

/** The clipboard exists only in a secure context. */
export const canCopy = () => 'clipboard' in navigator

/** What a terminal does not take as text when it is pasted. */
const CONTROL = /(?![\n\t])\p{Cc}/u

/** Copies the line of the tool that does the same, and shows it. */
export async function copyCommand({ line, note }: Command): Promise<void> {
  if (CONTROL.test(line)) {
    showError('No command was copied: a text has control characters, which a terminal could run.')
    return
  }
  try {
    await navigator.clipboard.writeText(line)
    showCopied(['Command copied.', note].filter(Boolean).join(' '), line)
  } catch (error) {
    logFailure('The browser refused to copy.', error)
    showError('The browser refused to copy the command.')
  }
}
