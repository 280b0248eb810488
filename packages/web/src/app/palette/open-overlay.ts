import { useEffect, useEffectEvent } from 'react'

export type Overlay = 'palette' | 'shortcuts'

const EVENT = 'rapport:open-overlay'

/** Opens the palette, or the list of shortcuts, from anywhere in the shell. */
export const openOverlay = (overlay: Overlay) =>
  void window.dispatchEvent(new CustomEvent<Overlay>(EVENT, { detail: overlay }))

export function useOverlayRequests(onOpen: (overlay: Overlay) => void): void {
  const open = useEffectEvent((event: Event) => event instanceof CustomEvent && onOpen(event.detail))
  useEffect(() => {
    window.addEventListener(EVENT, open)
    return () => window.removeEventListener(EVENT, open)
  }, [])
}
