import type { ForgotPasswordInput, ResetPasswordInput, VerifyOtpInput } from '@rapport/core/auth/password-reset.ts'
import { client } from '#data/api.ts'
import { clearResetToken, storeResetToken } from '#session/reset-token.ts'

/** Requests a one-time code by email. */
export async function sendCode(body: ForgotPasswordInput): Promise<void> {
  await client.call('forgotPassword', { body })
}

/** Exchanges the code for a reset token and stores the token. */
export async function verifyCode(body: VerifyOtpInput): Promise<void> {
  const { reset_token } = await client.call('verifyOtp', { body })
  storeResetToken(reset_token)
}

/** Sets the new password and clears the reset token. */
export async function resetPassword(body: ResetPasswordInput): Promise<void> {
  await client.call('resetPassword', { body })
  clearResetToken()
}
