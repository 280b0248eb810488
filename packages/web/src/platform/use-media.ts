import { useCallback, useSyncExternalStore } from 'react'

/** Returns true while the main input is a finger, which cannot hover. */
export const useIsTouch = () => useMedia('(hover: none)')

/** Returns true while a media query such as `(min-width: 60rem)` matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
