import type { ContractRoute } from '#server/http/contract-route.ts'
import type { PasswordResetService } from './password-reset.service.ts'

export function passwordResetRoutes(route: ContractRoute, reset: PasswordResetService): void {
  route('forgotPassword', async ({ body }, _, { address }) => {
    await reset.askForCode(body.email, address)
    return { message: 'If this address belongs to an admin, a code is on its way.' }
  })

  route('verifyOtp', async ({ body }, _, { address }) => ({
    message: 'The code is right.',
    data: { reset_token: await reset.verifyCode(body.email, body.otp, address) },
  }))

  route('resetPassword', async ({ body }, holder, { address }) => {
    await reset.setPassword(holder, body.newPassword, address)
    return { message: 'Your password was changed. Please sign in with the new one.' }
  })
}
