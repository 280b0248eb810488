import { createClient } from '@rapport/core/client/client.ts'
import { OfflineError } from '#platform/offline-error.ts'
import { readResetToken } from '#session/reset-token.ts'
import { endSession, readToken } from '#session/session.ts'

/** The console's connection to the server. Unlike the tool's, it neither retries nor cancels writes. */
export const client = createClient({
  baseUrl: apiOrigin(),
  // Looks `fetch` up at each call, so that tests can replace it.
  fetch: (request, init) =>
    fetch(request, init).catch((cause: unknown) => {
      throw navigator.onLine || init.signal.aborted ? cause : new OfflineError(cause)
    }),
  getToken: readToken,
  getResetToken: readResetToken,
  onUnauthorized: (token) => {
    // A late response to an older token must not end the current session.
    if (readToken() === token) endSession('expired')
  },
})

/** Returns the page's own origin, unless `<meta name="rapport-api">` names another server. */
export function apiOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin
}
