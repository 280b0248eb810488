import { useLayoutEffect } from 'react'

/** Makes room for an open drawer in wide windows. The page calls it, because the drawer may still be loading. */
export function useDrawerRoom(open: boolean): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-drawer-open', open)
    return () => root.removeAttribute('data-drawer-open')
  }, [open])
}
