import { passwordProblem as problemOf, type PasswordOwner } from '@rapport/core/auth/password-policy.ts'

/** Returns a sentence about a new password that cannot be used; undefined for a good one. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | undefined> {
  return problemOf(password, owner, await commonPasswords())
}

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords of leaks, in lower case (zxcvbn's list); loaded when the first password changes. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}
