import type { RefObject } from 'react'

/** Closes a popup unless its own button was clicked, which already toggles it. */
export function closeUnlessTrigger(trigger: RefObject<HTMLElement | null>, onClose: () => void) {
  return (open: boolean, { event }: { event: Event }): void => {
    const isTrigger = event.target instanceof Node && trigger.current?.contains(event.target)
    if (!open && !isTrigger) onClose()
  }
}
