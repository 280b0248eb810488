import { createApi } from '@rapport/core/api/client.ts'
import { readResetToken } from '#session/reset-token.ts'
import { endSession, readToken } from '#session/session.ts'

/** The console's client: same origin, unless `<meta name="rapport-api">` of index.html names another server. */
export const api = createApi({
  baseUrl: document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin,
  // Looked up at each call, so that tests can replace it.
  fetch: (request, init) => fetch(request, init),
  getToken: readToken,
  getResetToken: readResetToken,
  onUnauthorized: (token) => {
    // A late answer to an older token must not end the session that has begun since.
    if (readToken() === token) endSession('expired')
  },
})
