import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { ForgotPasswordInput, ResetPasswordInput, VerifyOtpInput } from '@rapport/core/auth/password-reset.ts'
import { api } from '#data/api.ts'
import { clearResetToken, storeResetToken } from '#session/reset-token.ts'

/** Requests a one-time code by email. */
export async function sendCode(body: ForgotPasswordInput): Promise<void> {
  await unwrap(api.POST('/api/admin/forgot-password', { body }))
}

/** Exchanges the code for a reset token and stores the token. */
export async function verifyCode(body: VerifyOtpInput): Promise<void> {
  const { reset_token } = await unwrap(api.POST('/api/admin/verify-otp', { body }))
  storeResetToken(reset_token)
}

/** Sets the new password and clears the reset token. */
export async function resetPassword(body: ResetPasswordInput): Promise<void> {
  await unwrap(api.POST('/api/admin/reset-password', { body }))
  clearResetToken()
}
