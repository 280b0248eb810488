import type { RefObject } from 'react'

/** Closes a popup, except by a click on its button, which closes it itself. */
export function closeUnlessTrigger(trigger: RefObject<HTMLElement | null>, onClose: () => void) {
  return (open: boolean, { event }: { event: Event }): void => {
    const isTrigger = event.target instanceof Node && trigger.current?.contains(event.target)
    if (!open && !isTrigger) onClose()
  }
}
