import * as z from 'zod/mini'
import { SPECIFIED_MIN_LENGTH, PASSWORD_TOO_SHORT_MESSAGE } from '../../auth/password-policy.ts'
import type { components } from '../../generated/schema.ts'
import { newEmailAddress, requiredText } from '../../text/text-input.ts'

/** The signed-in admin, and the extensions that the server supports (specification, section 3). */
export type Settings = components['schemas']['Settings']

/** The message when the profile is saved (specification, section 5). */
export const PROFILE_UPDATED_MESSAGE = 'Profile updated successfully!'

/** The message above the form if required fields are empty (specification, section 5). */
export const MISSING_PROFILE_FIELDS_MESSAGE = 'Please fill in all required fields'

/** What `updateSettings` sets besides the password. */
export const nameAndEmailInput = z.object({
  email: newEmailAddress(MISSING_PROFILE_FIELDS_MESSAGE),
  first_name: requiredText(MISSING_PROFILE_FIELDS_MESSAGE, 100),
  last_name: requiredText(MISSING_PROFILE_FIELDS_MESSAGE, 100),
})

/** The body of `updateSettings`; an empty password keeps the old one (specification, section 5). */
export const profileInput = z.extend(nameAndEmailInput, {
  password: z.optional(
    z.string().check(
      z.maxLength(1024, 'Please use at most 1024 characters.'),
      z.refine((password) => password === '' || password.length >= SPECIFIED_MIN_LENGTH, PASSWORD_TOO_SHORT_MESSAGE),
    ),
  ),
})

export type ProfileInput = z.output<typeof profileInput>
