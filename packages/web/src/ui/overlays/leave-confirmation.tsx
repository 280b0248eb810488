import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { Button } from '#ui/primitives/button.tsx'
import { AlertDialog } from './alert-dialog.tsx'

interface Props {
  when: () => boolean
  title: string
  /** Says what would be lost. */
  children: ReactNode
}

/** A dialog that confirms leaving a screen by a link or Back; closing the tab asks in the browser's own dialog. */
export function LeaveConfirmation({ when, title, children }: Props) {
  const blocker = useBlocker(when)
  useBeforeUnload((event) => {
    if (when()) event.preventDefault()
  })
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={title}
      description={children}
      icon={<TriangleAlert />}
      tone="warning"
      aside={<Button onClick={() => blocker.proceed?.()}>Leave</Button>}
      cancel={{ variant: 'primary', children: 'Stay' }}
    />
  )
}
