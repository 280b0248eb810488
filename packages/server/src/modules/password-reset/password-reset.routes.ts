import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createPasswordResetService } from './password-reset.service.ts'

export function passwordResetRoutes(route: ContractRoute, reset: ReturnType<typeof createPasswordResetService>): void {
  route.data('forgotPassword', 'If this address belongs to an admin, a code is on its way.', ({ body }, _, client) =>
    reset.forgotPassword(body.email, client),
  )

  route.data('verifyOtp', 'The code is correct.', async ({ body }, _, client) => ({
    reset_token: await reset.verifyOtp(body.email, body.otp, client),
  }))

  route.data('resetPassword', 'Your password was changed. Please sign in with the new one.', ({ body }, caller) =>
    reset.resetPassword(caller, body.newPassword),
  )
}
