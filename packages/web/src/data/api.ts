import { createApi } from '@rapport/core/api/client.ts'
import { readResetToken } from '#session/reset-token.ts'
import { endSession, readToken } from '#session/session.ts'

/** The console's API client: same origin, unless `<meta name="rapport-api">` names another server. */
export const api = createApi({
  baseUrl: document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin,
  // Resolved at each call, so that tests can replace it.
  fetch: (request, init) => fetch(request, init),
  getToken: readToken,
  getResetToken: readResetToken,
  onUnauthorized: (token) => {
    // A late response to an older token must not end the current session.
    if (readToken() === token) endSession('expired')
  },
})
