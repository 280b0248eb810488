import { DomainError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import { MINUTE } from '#server/domain/time.ts'

export const CONFIRMATION_MINUTES = 10

export type IdentityConfirmation = ReturnType<typeof createIdentityConfirmation>

/** Checks that the identity was confirmed recently, by a password or a two-factor code in the same session. */
export function createIdentityConfirmation({ clock }: { clock: () => Date }) {
  function isConfirmed({ identityConfirmedAt, apiToken }: Principal): boolean {
    // Both directions count, so that after the clock was set back, a confirmation lasts for at most twenty more minutes.
    return apiToken === undefined && Math.abs(clock().getTime() - identityConfirmedAt) < CONFIRMATION_MINUTES * MINUTE
  }

  /** Throws `forbidden`. */
  function assertConfirmed(caller: Principal): void {
    if (isConfirmed(caller)) return
    throw new DomainError('forbidden', 'Please confirm your identity: enter your password or a code.', {
      reason: 'confirm_identity',
    })
  }

  return { isConfirmed, assertConfirmed }
}
