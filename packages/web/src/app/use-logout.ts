import { unwrap } from '@rapport/core/api/unwrap.ts'
import { api } from '#lib/api.ts'
import { dropAllDrafts } from '#lib/drafts.ts'
import { logFailure } from '#lib/log-failure.ts'
import { mayLoseWork } from '#lib/open-work.ts'
import { endSession } from '#lib/session.ts'
import { offers, useExtensions } from '#lib/settings-query.ts'

/** Logging out must not hang on a server that is slow to answer. */
const REVOKE_TIMEOUT_MS = 3000

/** Asks about unsaved work, revokes the token where the server can, then signs out here, whatever the server said. */
export function useLogout() {
  const revocable = offers(useExtensions(), 'logout')
  return async () => {
    if (!(await mayLoseWork())) return
    try {
      if (revocable) await unwrap(api.POST('/api/admin/logout', { signal: AbortSignal.timeout(REVOKE_TIMEOUT_MS) }))
    } catch (error) {
      logFailure('The session was ended here, but the server could not be told.', error)
    } finally {
      endSession('signed-out')
      // Other tabs were not asked about what is unsaved there: they keep it.
      dropAllDrafts()
    }
  }
}
