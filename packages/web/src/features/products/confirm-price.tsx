import { TriangleAlert } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  open: boolean
  before: string
  after: string
  /** The new price divided by the old one; undefined if the currency changes too. */
  factor: number | undefined
  onClose: () => void
  onConfirm: (event: SyntheticEvent) => void
}

/** A dialog that confirms a large change of the price, and says how large it is. */
export function ConfirmPrice({ open, before, after, factor, onClose, onConfirm }: Props) {
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={`Change the price from ${before} to ${after}?`}
      description={`${factor === undefined ? '' : `That is ${changeText(factor)}. `}Check the decimal separator.`}
      icon={<TriangleAlert />}
      tone="warning"
      action={
        <Button variant="primary" onClick={onConfirm}>
          {`Change to ${after}`}
        </Button>
      }
    />
  )
}

function changeText(factor: number): string {
  if (factor < 1) return 'less than half the current price'
  return factor < 2 || factor === Infinity
    ? 'more than 50% above the current price'
    : `${Number(factor.toFixed(factor < 10 ? 1 : 0))} times the current price`
}
