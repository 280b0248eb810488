import * as z from 'zod/mini'
import { emailAddress, requiredText, secret } from '../text/text-input.ts'

/** The body of `login` (specification, section 5). */
export const signInInput = z.object({
  email: emailAddress('Please enter your email address.'),
  password: secret('Please enter your password.'),
})

export type SignInInput = z.output<typeof signInInput>

/** The name of an API token, which the audit log prints. */
export const tokenNameInput = z.object({ name: requiredText('Please enter a name.', 100) })

/** The number of digits in a code from an authenticator app. */
export const TOTP_DIGITS = 6
