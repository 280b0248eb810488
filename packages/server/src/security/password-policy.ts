/** Shortest and longest new password in code points. The clients' own minimum of 6 is looser; the server has the last word. */
const PASSWORD_LENGTH = { least: 8, most: 128 } as const

/** Names of the product: what people take first when they need a password for it. */
const PRODUCT_WORDS = ['rapport', 'console', 'admin', 'administrator', 'password', 'passwort', 'welcome', 'changeme']

interface Owner {
  email: string | null
  firstName: string | null
  lastName: string | null
}

/** What is wrong with a new password, as a sentence for people; undefined when nothing is (NIST SP 800-63B-4, 3.1.1.2). */
export async function passwordProblem(password: string, owner: Owner): Promise<string | undefined> {
  const text = password.normalize('NFC')
  const length = Array.from(text).length
  if (length < PASSWORD_LENGTH.least) return `Password must be at least ${PASSWORD_LENGTH.least} characters long.`
  if (length > PASSWORD_LENGTH.most) return `Password must be at most ${PASSWORD_LENGTH.most} characters long.`
  const folded = text.toLowerCase()
  if (new Set(folded).size < 3 || (await commonPasswords()).has(folded)) {
    return 'This password is among the first that are guessed. Please choose another one.'
  }
  if (isMadeOf(folded, [...PRODUCT_WORDS, ...wordsOf(owner)])) {
    return 'This password is easy to guess: it is little more than a name. Please choose another one.'
  }
  return undefined
}

/** Whether nothing but digits and signs is left without these words. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest.length < text.length && !/\p{L}/u.test(rest) && rest.length <= PASSWORD_LENGTH.least
}

function wordsOf({ email, firstName, lastName }: Owner): string[] {
  const [localPart = '', domain = ''] = (email ?? '').toLowerCase().split('@')
  const names = [firstName, lastName].map((name) => name?.normalize('NFC').toLowerCase() ?? '')
  return [...localPart.split(/[^\p{L}]+/u), ...domain.split('.'), ...names].filter((word) => word.length >= 3)
}

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords of leaks, in lower case (zxcvbn's list); loaded when the first password changes. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}
