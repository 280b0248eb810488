/** The state of the history entry at sign-in. Links from other sites cannot set it. */
export interface SignInState {
  returnTo?: string
}

/** The path to go back to after sign-in, if it is one of this origin; otherwise undefined. */
export function returnToOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined
  const { returnTo } = state
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/')) return undefined
  const url = URL.parse(returnTo, window.location.origin)
  return url?.origin === window.location.origin ? url.pathname + url.search + url.hash : undefined
}
