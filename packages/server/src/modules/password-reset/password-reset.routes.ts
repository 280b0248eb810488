import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createPasswordResetService } from './password-reset.service.ts'

export function passwordResetRoutes(route: ContractRoute, reset: ReturnType<typeof createPasswordResetService>): void {
  route('forgotPassword', async ({ body }, _, client) => {
    await reset.forgotPassword(body.email, client)
    return { message: 'If this address belongs to an admin, a code is on its way.' }
  })

  route('verifyOtp', async ({ body }, _, client) => ({
    message: 'The code is correct.',
    data: { reset_token: await reset.verifyOtp(body.email, body.otp, client) },
  }))

  route('resetPassword', async ({ body }, caller) => {
    await reset.resetPassword(caller, body.newPassword)
    return { message: 'Your password was changed. Please sign in with the new one.' }
  })
}
