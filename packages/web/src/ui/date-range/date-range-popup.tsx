import { Popover } from '@base-ui/react/popover'
import type { RefObject } from 'react'
import { closeUnlessTrigger } from '#ui/overlays/close-unless-trigger.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { DateRangePanel } from './date-range-panel.tsx'
import type { DayRange } from './day-range.ts'
import styles from './date-range-picker.module.css'

interface Props extends OverlayProps {
  label: string
  value: DayRange | null
  withAllDates: boolean
  trigger: RefObject<HTMLElement | null>
  onApply: (value: DayRange | null) => void
}

/** The popup of the date picker: a popover or, on phones, a bottom sheet. */
export function DateRangePopup({ open, onClose, label, value, withAllDates, trigger, onApply }: Props) {
  return (
    <Popover.Root open={open} onOpenChange={closeUnlessTrigger(trigger, onClose)}>
      <Popover.Portal>
        <Popover.Backdrop className={styles['overlay']} />
        <Popover.Positioner
          anchor={trigger}
          className={styles['positioner']}
          sideOffset={6}
          align="end"
          collisionPadding={16}
        >
          <Popover.Popup className={styles['popup']} finalFocus={trigger} aria-label={`${label}: choose dates`}>
            <DateRangePanel value={value} withAllDates={withAllDates} onCancel={onClose} onApply={onApply} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
