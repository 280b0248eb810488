/** The clients' minimum length of a new password, in characters (specification, section 9). */
export const SPECIFIED_MIN_LENGTH = 6

/** The message for a shorter password (specification, section 5). Written out, so that `check-docs` finds it. */
export const PASSWORD_TOO_SHORT_MESSAGE = 'Password must be at least 6 characters long.'

/** The reference server's bounds for new passwords, in code points. */
const SERVER_LENGTH = { min: 8, max: 128 } as const

/** A password of guessable words is unsafe with up to this many added digits and symbols. */
const MAX_REMAINDER = 8

/** Words that people often choose as a password, the product's own included. */
const COMMON_WORDS = ['rapport', 'console', 'admin', 'administrator', 'password', 'passwort', 'welcome', 'changeme']

export interface PasswordOwner {
  email: string | null
  firstName: string | null
  lastName: string | null
}

/** Returns why a new password is refused, or undefined (NIST SP 800-63B-4, 3.1.1.2). `commonPasswords` are in lower case. */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  commonPasswords: ReadonlySet<string>,
): string | undefined {
  const normalized = password.normalize('NFC')
  const length = Array.from(normalized).length
  if (length < SERVER_LENGTH.min) return `Password must be at least ${SERVER_LENGTH.min} characters long.`
  if (length > SERVER_LENGTH.max) return `Password must be at most ${SERVER_LENGTH.max} characters long.`
  const lowercase = normalized.toLowerCase()
  if (new Set(lowercase).size < 3 || commonPasswords.has(lowercase)) {
    return 'This password is too common. Please choose another one.'
  }
  if (isMadeOf(lowercase, guessableWords(owner))) {
    return 'This password is easy to guess: it is little more than a name. Please choose another one.'
  }
  return undefined
}

/** Returns the words that attackers try first for this account, in lower case. */
export function guessableWords({ email, firstName, lastName }: PasswordOwner): string[] {
  const [localPart = '', domain = ''] = (email ?? '').toLowerCase().split('@')
  const names = [firstName, lastName].map((name) => name?.normalize('NFC').toLowerCase() ?? '')
  const words = [...localPart.split(/[^\p{L}]+/u), ...domain.split('.'), ...names]
  return [...COMMON_WORDS, ...words.filter((word) => word.length >= 3)]
}

/** Returns true if the text without the words has no letters and at most `MAX_REMAINDER` characters. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let remainder = text
  for (const word of words.toSorted((a, b) => b.length - a.length)) remainder = remainder.replaceAll(word, '')
  return remainder.length < text.length && !/\p{L}/u.test(remainder) && remainder.length <= MAX_REMAINDER
}
