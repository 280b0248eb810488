import type { SyntheticEvent } from 'react'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  open: boolean
  before: string
  after: string
  onClose: () => void
  onConfirm: (event: SyntheticEvent) => void
}

/** Asks for confirmation of a price change of more than half. */
export function ConfirmPrice({ open, before, after, onClose, onConfirm }: Props) {
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={`Change the price from ${before} to ${after}?`}
      description="The price changes by more than half. Check the decimal separator."
      icon={null}
      action={
        <Button variant="primary" onClick={onConfirm}>
          Change the price
        </Button>
      }
    />
  )
}
