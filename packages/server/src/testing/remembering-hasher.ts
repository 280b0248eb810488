import { type PasswordHasher, passwordHasher } from '#server/passwords/password-hash.ts'

const { hash, verify } = passwordHasher()
const comparisons = new Map<string, Promise<boolean>>()
const hashes = new Map<string, Promise<string>>()

/**
 * Hashes and compares as in earnest, and each comparison once in a process: the same few passwords are compared over and
 * over, and would take most of the time that tests take. Not for who measures how long it takes.
 */
export const rememberingHasher: PasswordHasher = {
  hash,
  verify: (password, phc) => remembered(comparisons, `${phc} ${password}`, () => verify(password, phc)),
}

/** A hash of this password, the same one each time. */
export function hashOnce(password: string): Promise<string> {
  return remembered(hashes, password, () => hash(password))
}

function remembered<Result>(known: Map<string, Promise<Result>>, key: string, find: () => Promise<Result>) {
  const found = known.get(key) ?? find()
  known.set(key, found)
  // Who was turned away may ask again.
  void found.catch(() => known.delete(key))
  return found
}
