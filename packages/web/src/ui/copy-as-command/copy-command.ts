import { useEffect } from 'react'
import { logFailure } from '#platform/log-failure.ts'
import { showCopied, showError } from '#ui/feedback/toast.ts'

export interface Command {
  text: string
  note?: string | undefined
}

export const COPY_AS_COMMAND = 'Copy as command'

let copyOfScreen: (() => void) | undefined

/**
 * Returns what copies the command of the screen, and offers it in the palette too. Undefined without a command, and where the
 * browser does not allow copying.
 */
export function useCopyAsCommand(command: (() => Command) | undefined): (() => void) | undefined {
  const copy = command && 'clipboard' in navigator ? () => void copyCommand(command()) : undefined
  useEffect(() => {
    copyOfScreen = copy
    return () => {
      copyOfScreen = undefined
    }
  })
  return copy
}

export const offeredCopy = () => copyOfScreen

/** Control characters, which a terminal may interpret when pasted. */
const CONTROL = /(?![\n\t])\p{Cc}/u

/** Copies a command and shows it in a toast. */
async function copyCommand({ text, note }: Command): Promise<void> {
  if (CONTROL.test(text)) {
    showError('No command was copied: a value contains control characters, which a terminal could interpret.')
    return
  }
  try {
    await navigator.clipboard.writeText(text)
    showCopied(['Command copied.', note].filter(Boolean).join(' '), text)
  } catch (error) {
    logFailure('The browser refused to copy.', error)
    showError('The browser refused to copy the command.')
  }
}
