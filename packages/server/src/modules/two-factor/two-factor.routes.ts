import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createTwoFactorService } from './two-factor.service.ts'

export function twoFactorRoutes(route: ContractRoute, twoFactor: ReturnType<typeof createTwoFactorService>): void {
  route('getTwoFactor', async (_, caller) => ({
    message: 'Your two-factor authentication.',
    data: await twoFactor.getTwoFactor(caller),
  }))

  route('startTwoFactor', async (_, caller) => ({
    message: 'Scan the secret with an authenticator app and confirm its first code.',
    data: await twoFactor.startTwoFactor(caller),
  }))

  route('confirmTwoFactor', async ({ body }, caller) => ({
    message: 'Two-factor authentication is on.',
    data: await twoFactor.confirmTwoFactor(caller, body.code),
  }))

  route('renewRecoveryCodes', async (_, caller) => ({
    message: 'These recovery codes replace the old ones.',
    data: await twoFactor.renewRecoveryCodes(caller),
  }))

  route('disableTwoFactor', async (_, caller) => {
    await twoFactor.disableTwoFactor(caller)
    return { message: 'Two-factor authentication is off.' }
  })
}
