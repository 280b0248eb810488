import { unwrap } from '@rapport/core/api/unwrap.ts'
import { api } from '#data/api.ts'
import { logFailure } from '#platform/log-failure.ts'
import { endSession } from '#session/session.ts'
import { offers, useExtensions } from '#data/settings.queries.ts'

/** Signs out here at once, whatever the server answers, and has it revoke the token where it can. */
export function useLogout() {
  const revocable = offers(useExtensions(), 'logout')
  return async () => {
    // The call has taken the token along, and outlives the page.
    const revoked = revocable ? unwrap(api.POST('/api/admin/logout', { keepalive: true })) : undefined
    // Not after it: what the screen calls meanwhile would be refused, and look as if the session had expired.
    endSession('signed-out')
    try {
      await revoked
    } catch (error) {
      logFailure('The session was ended here, but the server could not be told.', error)
    }
  }
}
