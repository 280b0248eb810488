import * as z from 'zod/mini'
import { emailAddress, secret } from '../text/text-input.ts'
import { SPECIFIED_MIN_LENGTH, PASSWORD_TOO_SHORT_MESSAGE } from './password-policy.ts'

/** The number of digits in a one-time code (specification, section 9). */
export const CODE_LENGTH = 6

/** Seconds until another code can be requested (specification, section 9). */
export const RESEND_SECONDS = 59

/** The messages if the email address of the previous screen is missing (specification, section 5). */
export const MISSING_EMAIL_MESSAGES = {
  verify: 'Email address is missing. Cannot verify OTP.',
  resend: 'Email address is missing. Cannot resend OTP.',
} as const

/** The body of `forgotPassword` (specification, section 5). */
export const forgotPasswordInput = z.object({
  email: emailAddress('Please enter your email address.'),
})

/** The body of `verifyOtp` (specification, section 5). */
export const verifyOtpInput = z.object({
  email: emailAddress(MISSING_EMAIL_MESSAGES.verify),
  otp: z
    .string('Please enter the complete 6-digit OTP.')
    .check(z.regex(/^[0-9]{6}$/, 'Please enter the complete 6-digit OTP.')),
})

/** The body of `resetPassword` (specification, section 5). */
export const resetPasswordInput = z.object({
  newPassword: secret('Please enter a new password.').check(
    z.minLength(SPECIFIED_MIN_LENGTH, PASSWORD_TOO_SHORT_MESSAGE),
  ),
})

export type ForgotPasswordInput = z.output<typeof forgotPasswordInput>
export type VerifyOtpInput = z.output<typeof verifyOtpInput>
export type ResetPasswordInput = z.output<typeof resetPasswordInput>
