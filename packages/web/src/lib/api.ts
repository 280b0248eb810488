import { createApi } from '@rapport/core/api/client.ts'
import { noteConnection } from './connection.ts'
import { readResetToken } from './reset-token.ts'
import { endSession, readToken } from './session.ts'

/** The console's client: same origin, unless `<meta name="rapport-api">` of index.html names another server. */
export const api = createApi({
  baseUrl: document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin,
  fetch: async (request) => {
    try {
      const answer = await fetch(request)
      noteConnection(true)
      return answer
    } catch (error) {
      // A call that was given up says nothing of the connection.
      if (!request.signal.aborted) noteConnection(false)
      throw error
    }
  },
  getToken: readToken,
  getResetToken: readResetToken,
  onUnauthorized: (token) => {
    // An answer that comes late must not end the session that has begun since.
    if (readToken() === token) endSession('expired')
  },
})
