import type { RefObject } from 'react'

/** Handles what closes a popup, apart from a click on its button: that closes it by itself. */
export function closeUnlessTrigger(trigger: RefObject<HTMLElement | null>, onClose: () => void) {
  return (open: boolean, { event }: { event: Event }): void => {
    const isTrigger = event.target instanceof Node && trigger.current?.contains(event.target)
    if (!open && !isTrigger) onClose()
  }
}
