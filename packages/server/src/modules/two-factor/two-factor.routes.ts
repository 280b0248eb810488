import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createTwoFactorService } from './two-factor.service.ts'

export function twoFactorRoutes(route: ContractRoute, twoFactor: ReturnType<typeof createTwoFactorService>): void {
  route.data('getTwoFactor', 'Your two-factor authentication.', (_, caller) => twoFactor.getTwoFactor(caller))

  route.data('startTwoFactor', 'Scan the secret with an authenticator app and confirm its first code.', (_, caller) =>
    twoFactor.startTwoFactor(caller),
  )

  route.data('confirmTwoFactor', 'Two-factor authentication is on.', ({ body }, caller) =>
    twoFactor.confirmTwoFactor(caller, body.code),
  )

  route.data('renewRecoveryCodes', 'These recovery codes replace the old ones.', (_, caller) =>
    twoFactor.renewRecoveryCodes(caller),
  )

  route.data('disableTwoFactor', 'Two-factor authentication is off.', (_, caller) => twoFactor.disableTwoFactor(caller))
}
