import { useRef, type SyntheticEvent } from 'react'
import { AlertFrame } from '#ui/overlays/alert-frame.tsx'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  open: boolean
  before: string
  after: string
  onClose: () => void
  onConfirm: (event: SyntheticEvent) => void
}

/** Asks before a price is changed by more than half. */
export function ConfirmPrice({ open, before, after, onClose, onConfirm }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertFrame
      open={open}
      onClose={onClose}
      title={`Change the price from ${before} to ${after}?`}
      description="That is a change of more than half. Check the decimal separator."
      icon={null}
      first={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={onConfirm}>
            Change the price
          </Button>
        </>
      }
    />
  )
}
