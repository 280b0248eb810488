import { type PasswordHasher, passwordHasher } from '#server/passwords/password-hash.ts'

/** A hasher that keeps in mind which passwords it has compared. */
export function countingHasher(): { passwords: string[]; hasher: PasswordHasher } {
  const passwords: string[] = []
  const { hash, verify } = passwordHasher()
  return {
    passwords,
    hasher: {
      hash,
      verify(password, phc) {
        passwords.push(password)
        return verify(password, phc)
      },
    },
  }
}
