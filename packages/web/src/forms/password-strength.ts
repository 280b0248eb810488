import { guessableWords, passwordProblem, type PasswordOwner } from '@rapport/core/auth/password-policy.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// The list is large: import this file when a password is typed.
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const common = new Set(dictionary['passwords-common'])

export interface PasswordStrength {
  /** From 0 for one that is guessed at once to 4 for one that is not. */
  score: number
  /** What the reference server has against it. */
  problem: string | undefined
}

export function passwordStrength(password: string, owner: PasswordOwner): PasswordStrength {
  const problem = passwordProblem(password, owner, common)
  return { score: zxcvbn.check(password, guessableWords(owner)).score, problem }
}
