import { useEffect, useEffectEvent } from 'react'

type Overlay = 'palette' | 'shortcuts'

const EVENT = 'rapport:open-overlay'
const show = (overlay: Overlay) => window.dispatchEvent(new CustomEvent<Overlay>(EVENT, { detail: overlay }))

/** Opens the palette from a screen. */
export const showPalette = () => show('palette')

/** Opens the list of shortcuts from the palette. */
export const showShortcuts = () => show('shortcuts')

export function useOverlayRequests(onOpen: (overlay: Overlay) => void): void {
  const open = useEffectEvent((event: Event) => event instanceof CustomEvent && onOpen(event.detail))
  useEffect(() => {
    window.addEventListener(EVENT, open)
    return () => window.removeEventListener(EVENT, open)
  }, [])
}
