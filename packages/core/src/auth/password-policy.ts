/** Shortest and longest new password in code points. The clients' own minimum of 6 is looser; the server has the last word. */
const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** Names of the product: what people take first when they need a password for it. */
const PRODUCT_WORDS = ['rapport', 'console', 'admin', 'administrator', 'password', 'passwort', 'welcome', 'changeme']

export interface PasswordOwner {
  email: string | null
  firstName: string | null
  lastName: string | null
}

/**
 * What the reference server has against a new password, as a sentence for people; undefined when nothing (NIST SP
 * 800-63B-4, 3.1.1.2). `common` are the passwords that are guessed first, in lower case.
 */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): string | undefined {
  const text = password.normalize('NFC')
  const length = Array.from(text).length
  if (length < PASSWORD_LENGTH.min) return `Password must be at least ${PASSWORD_LENGTH.min} characters long.`
  if (length > PASSWORD_LENGTH.max) return `Password must be at most ${PASSWORD_LENGTH.max} characters long.`
  const folded = text.toLowerCase()
  if (new Set(folded).size < 3 || common.has(folded)) {
    return 'This password is too common. Please choose another one.'
  }
  if (isMadeOf(folded, guessableWords(owner))) {
    return 'This password is easy to guess: it is little more than a name. Please choose another one.'
  }
  return undefined
}

/** The words that are tried first with this account: names of the product and of its owner, in lower case. */
export function guessableWords({ email, firstName, lastName }: PasswordOwner): string[] {
  const [localPart = '', domain = ''] = (email ?? '').toLowerCase().split('@')
  const names = [firstName, lastName].map((name) => name?.normalize('NFC').toLowerCase() ?? '')
  const words = [...localPart.split(/[^\p{L}]+/u), ...domain.split('.'), ...names]
  return [...PRODUCT_WORDS, ...words.filter((word) => word.length >= 3)]
}

/** Whether nothing but digits and other characters is left without these words. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest.length < text.length && !/\p{L}/u.test(rest) && rest.length <= PASSWORD_LENGTH.min
}
