import { SquareTerminal } from 'lucide-react'
import { logFailure } from '#platform/log-failure.ts'
import { Button } from '#ui/primitives/button.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import styles from './copy-as-command.module.css'
import { showCopied, showError } from './toast.ts'

export interface Command {
  line: string
  note?: string | undefined
}

interface Props {
  /** Writes the line when it is asked for, with a sentence on what the line cannot hold. */
  command: () => Command
  /** Where the button stands: an icon among the tools of a list or in a question, words in a bar or a form. */
  look: 'icon' | 'small' | 'medium'
  disabled?: boolean
}

const LABEL = 'Copy as command'

/** What a terminal does not take as text when it is pasted. */
const CONTROL = /(?![\n\t])\p{Cc}/u

/** Copies the line of the tool that does the same. Hidden where the browser does not allow copying. */
export function CopyAsCommand({ command, look, disabled }: Props) {
  const copy = async () => {
    const { line, note } = command()
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
  // The clipboard exists only in a secure context.
  if (!('clipboard' in navigator)) return null
  const icon = <SquareTerminal aria-hidden="true" />
  if (look === 'icon') {
    return (
      <IconButton className={styles['copy']} label={LABEL} disabled={disabled} onClick={() => void copy()}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button
      className={styles['copy']}
      variant="ghost"
      size={look}
      icon={icon}
      disabled={disabled}
      onClick={() => void copy()}
    >
      {LABEL}
    </Button>
  )
}
