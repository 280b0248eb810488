import * as z from 'zod/mini'
import { emailAddress, secret } from '../text/text-input.ts'

/** The body of `login` (specification, section 5). */
export const signInInput = z.object({
  email: emailAddress('Please enter your email address.'),
  password: secret('Please enter your password.'),
})

export type SignInInput = z.output<typeof signInInput>
