import type { ComponentProps, RefObject } from 'react'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { DateRangePanel } from './date-range-panel.tsx'

interface Props extends OverlayProps, Omit<ComponentProps<typeof DateRangePanel>, 'onCancel'> {
  label: string
  trigger: RefObject<HTMLElement | null>
}

export function DateRangePopup({ open, onClose, label, trigger, ...panel }: Props) {
  return (
    <Popover open={open} onClose={onClose} label={`${label}: choose dates`} trigger={trigger}>
      <DateRangePanel {...panel} onCancel={onClose} />
    </Popover>
  )
}
