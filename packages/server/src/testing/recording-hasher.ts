import { type PasswordHasher, createPasswordHasher } from '#server/security/password-hash.ts'

/** Makes a hasher that records the compared passwords. */
export function recordingHasher(): { passwords: string[]; hasher: PasswordHasher } {
  const passwords: string[] = []
  const hasher = createPasswordHasher()
  return {
    passwords,
    hasher: {
      ...hasher,
      verify(password, phc) {
        passwords.push(password)
        return hasher.verify(password, phc)
      },
    },
  }
}
