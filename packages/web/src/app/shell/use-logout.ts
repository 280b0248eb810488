import { unwrap } from '@rapport/core/api/unwrap.ts'
import { api } from '#data/api.ts'
import { logFailure } from '#platform/log-failure.ts'
import { endSession } from '#session/session.ts'
import { offers, useExtensions } from '#data/settings-query.ts'

/** Logging out must not hang on a slow server. */
const REVOKE_TIMEOUT_MS = 3000

/** Revokes the token where the server can, then signs out here, whatever the server answered. */
export function useLogout() {
  const revocable = offers(useExtensions(), 'logout')
  return async () => {
    try {
      if (revocable) await unwrap(api.POST('/api/admin/logout', { signal: AbortSignal.timeout(REVOKE_TIMEOUT_MS) }))
    } catch (error) {
      logFailure('The session was ended here, but the server could not be told.', error)
    } finally {
      endSession('signed-out')
    }
  }
}
