import { unwrap } from '@rapport/core/api/unwrap.ts'
import {
  forgotPasswordInput,
  resetPasswordInput,
  verifyOtpInput,
  type ForgotPasswordInput,
  type ResetPasswordInput,
  type VerifyOtpInput,
} from '@rapport/core/auth/password-reset.ts'
import { api } from '#lib/api.ts'
import { clearResetToken, storeResetToken } from '#lib/reset-token.ts'
import type { PublicAction } from '#lib/use-public-form.ts'

/** Has a one-time code sent. */
export const forgotPassword: PublicAction<ForgotPasswordInput, void> = {
  input: forgotPasswordInput,
  send: async (body) => {
    await unwrap(api.POST('/api/admin/forgot-password', { body }))
  },
}

/** Trades the code for a reset token, and keeps that. */
export const verifyOtp: PublicAction<VerifyOtpInput, void> = {
  input: verifyOtpInput,
  send: async (body) => {
    const { reset_token } = await unwrap(api.POST('/api/admin/verify-otp', { body }))
    storeResetToken(reset_token)
  },
}

/** Sets the new password, and forgets the token that allowed it. */
export const resetPassword: PublicAction<ResetPasswordInput, void> = {
  input: resetPasswordInput,
  send: async (body) => {
    await unwrap(api.POST('/api/admin/reset-password', { body }))
    clearResetToken()
  },
}
