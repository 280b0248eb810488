/** The state of sign-in's history entry, which links from other sites cannot set. */
export interface SignInState {
  returnTo?: string
}

/** Returns the path to open after sign-in; undefined unless it is on this origin. */
export function parseReturnTo(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined
  const { returnTo } = state
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/')) return undefined
  const url = URL.parse(returnTo, window.location.origin)
  return url?.origin === window.location.origin ? url.pathname + url.search + url.hash : undefined
}
