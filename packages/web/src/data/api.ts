import { createClient } from '@rapport/core/client/client.ts'
import { readResetToken } from '#session/reset-token.ts'
import { endSession, readToken } from '#session/session.ts'
import { apiOrigin } from './api-origin.ts'

/** The console's connection to the server. Unlike the tool's, it neither retries nor cancels writes. */
export const client = createClient({
  baseUrl: apiOrigin(),
  // Looks `fetch` up at each call, so that tests can replace it.
  fetch: (request, init) => fetch(request, init),
  getToken: readToken,
  getResetToken: readResetToken,
  onUnauthorized: (token) => {
    // A late response to an older token must not end the current session.
    if (readToken() === token) endSession('expired')
  },
})
