import { useLocation } from 'react-router-dom'

/** The email that the screen before handed over in the history entry; empty when it did not. */
export function useEmailFromLocation(): string {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}
