import * as z from 'zod/mini'

const tooLong = (most: number) => `Please use at most ${most} characters.`

/** A text that must hold something besides blanks; `missing` says so. Leading and trailing blanks are cut. */
export function requiredText(missing: string, most: number) {
  return z
    .string(missing)
    .check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(most, tooLong(most)))
}

/** A text that may be empty, kept as typed. */
export function optionalText(most: number) {
  return z.optional(z.string().check(z.maxLength(most, tooLong(most))))
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** An e-mail address in the loose form of the contract; whether it exists only the mail can tell. */
export function emailAddress(missing: string) {
  return requiredText(missing, 254).check(
    z.minLength(3, { error: INVALID_EMAIL, abort: true }),
    z.regex(EMAIL, INVALID_EMAIL),
  )
}

const INVALID_EMAIL = 'Please enter a valid email address.'

/** A secret, taken as typed: blanks count. */
export function secret(missing: string) {
  return z.string(missing).check(z.minLength(1, { error: missing, abort: true }), z.maxLength(1024, tooLong(1024)))
}
