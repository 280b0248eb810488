import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { ForgotPasswordInput, ResetPasswordInput, VerifyOtpInput } from '@rapport/core/auth/password-reset.ts'
import { api } from '#data/api.ts'
import { clearResetToken, storeResetToken } from '#session/reset-token.ts'

/** Has a one-time code sent. */
export async function sendCode(body: ForgotPasswordInput): Promise<void> {
  await unwrap(api.POST('/api/admin/forgot-password', { body }))
}

/** Trades the code for a reset token and stores that. */
export async function verifyCode(body: VerifyOtpInput): Promise<void> {
  const { reset_token } = await unwrap(api.POST('/api/admin/verify-otp', { body }))
  storeResetToken(reset_token)
}

/** Sets the new password and forgets the token that allowed it. */
export async function resetPassword(body: ResetPasswordInput): Promise<void> {
  await unwrap(api.POST('/api/admin/reset-password', { body }))
  clearResetToken()
}
