import { useRef, type ReactNode } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { AlertFrame } from '#ui/overlays/alert-frame.tsx'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  /** Whether leaving now would lose something; called when the admin leaves. */
  when: () => boolean
  title: string
  /** What would be lost. */
  children: ReactNode
}

/** Asks before a screen is left by a link, by Back or by closing the tab. */
export function LeaveConfirmation({ when, title, children }: Props) {
  const blocker = useBlocker(when)
  useBeforeUnload((event) => {
    if (when()) event.preventDefault()
  })
  const stay = useRef<HTMLButtonElement>(null)
  const close = () => blocker.reset?.()
  return (
    <AlertFrame
      open={blocker.state === 'blocked'}
      onClose={close}
      title={title}
      description={children}
      icon={null}
      first={stay}
      actions={
        <>
          <Button onClick={() => blocker.proceed?.()}>Leave</Button>
          <Button ref={stay} variant="primary" onClick={close}>
            Stay
          </Button>
        </>
      }
    />
  )
}
