import { SquareTerminal } from 'lucide-react'
import { ActionMenu } from '#ui/overlays/action-menu.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { canCopy, COPY_AS_COMMAND, copyCommand, type Command } from './copy-command.ts'
import styles from './copy-as-command.module.css'

interface Props {
  /** Returns the command, with a note on what the command cannot do. */
  command: () => Command
  /** `menu` for the place beside a heading, `button` for a bar, form or dialog. */
  variant: 'menu' | 'button'
  disabled?: boolean
}

/** A button that copies the equivalent `rapport` command. Hidden if the browser does not allow copying. */
export function CopyAsCommand({ command, variant, disabled = false }: Props) {
  if (!canCopy()) return null
  const icon = <SquareTerminal />
  const copy = () => void copyCommand(command())
  if (variant === 'menu') {
    return (
      <ActionMenu
        className={`framed ${styles['copy']}`}
        label="More"
        actions={[{ label: COPY_AS_COMMAND, icon, disabled, onClick: copy }]}
      />
    )
  }
  return (
    <Button className={styles['copy']} variant="ghost" icon={icon} disabled={disabled} onClick={copy}>
      {COPY_AS_COMMAND}
    </Button>
  )
}
