import { passwordProblem as problemOf, type PasswordOwner } from '@rapport/core/auth/password-policy.ts'

/** What is wrong with a new password, as a sentence for people; undefined when nothing is. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | undefined> {
  return problemOf(password, owner, await commonPasswords())
}

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords of leaks, in lower case (zxcvbn's list); loaded when the first password changes. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}
