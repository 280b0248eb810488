import * as z from 'zod/mini'

const tooLongMessage = (max: number) => `Please use at most ${max} characters.`

/** Marks and format characters are seen only with others; the code points are blanks that Unicode does not call white space. */
const VISIBLE_CHARACTER =
  /[^\s\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}\p{Co}\u2800\uFFFC\u{1D159}\u{13441}\u{13442}]/u
const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u

/** Creates an input for one line of visible text. Zero-width characters are allowed inside, as many scripts need them. */
export function requiredText(missingMessage: string, max: number) {
  return z.string(missingMessage).check(
    z.trim(),
    z.minLength(1, { error: missingMessage, abort: true }),
    z.maxLength(max, tooLongMessage(max)),
    z.refine((text) => VISIBLE_CHARACTER.test(text), { error: missingMessage, abort: true }),
    z.refine((text) => !CONTROL_CHARACTER.test(text), 'Please use no line breaks or control characters.'),
  )
}

/** Creates an input for a text that may be empty and is kept as typed. */
export function optionalText(max: number) {
  return z.optional(z.string().check(z.maxLength(max, tooLongMessage(max))))
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Creates an input for an email address in the loose form of the contract. */
export function emailAddress(missingMessage: string) {
  return requiredText(missingMessage, 254).check(
    z.minLength(3, { error: INVALID_EMAIL_MESSAGE, abort: true }),
    z.regex(EMAIL, INVALID_EMAIL_MESSAGE),
  )
}

const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address.'

/** Characters that separate addresses or are invisible. */
const FORBIDDEN_IN_ADDRESS = /[<>()[\]\\,;:"\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Creates an input for an address to store. Signing in accepts the looser form, for addresses stored earlier. */
export function newEmailAddress(missingMessage: string) {
  return emailAddress(missingMessage).check(z.refine((text) => !FORBIDDEN_IN_ADDRESS.test(text), INVALID_EMAIL_MESSAGE))
}

/** Creates an input for a secret, which is kept as typed, including spaces. */
export function secret(missingMessage: string) {
  return z
    .string(missingMessage)
    .check(z.minLength(1, { error: missingMessage, abort: true }), z.maxLength(1024, tooLongMessage(1024)))
}
