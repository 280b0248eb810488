import { passwordProblem, type PasswordOwner } from '@rapport/core/auth/password-policy.ts'

/** Returns the message that refuses a new password, or undefined. */
export async function newPasswordProblem(password: string, owner: PasswordOwner): Promise<string | undefined> {
  return passwordProblem(password, owner, await loadCommonPasswords())
}

let passwordSet: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common leaked passwords, in lower case (zxcvbn's list). Loaded on demand. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  passwordSet ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return passwordSet
}
