import { passwordProblem as problemOf, type PasswordOwner } from '@rapport/core/auth/password-policy.ts'

export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | undefined> {
  return problemOf(password, owner, await loadCommonPasswords())
}

let passwordSet: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common leaked passwords, in lower case (zxcvbn's list). Loaded on demand. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  passwordSet ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return passwordSet
}
