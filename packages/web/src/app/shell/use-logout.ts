import { client } from '#data/api.ts'
import { useExtensions } from '#data/settings.queries.ts'
import { logFailure } from '#platform/log-failure.ts'
import { endSession } from '#session/session.ts'

/** Ends the session at once and, if the server can, revokes the token in the background. */
export function useLogout() {
  const canRevoke = useExtensions().has('logout')
  return async () => {
    // `keepalive` lets the call finish after the page is left.
    const revocation = canRevoke ? client.call('logout', {}, { keepalive: true }) : undefined
    // Does not wait for the response, because a 401 of another call would look like an expired session.
    endSession('signed-out')
    try {
      await revocation
    } catch (error) {
      logFailure('The session was ended here, but the server could not be notified.', error)
    }
  }
}
