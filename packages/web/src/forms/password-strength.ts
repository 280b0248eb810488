import { guessableWords, passwordProblem, type PasswordOwner } from '@rapport/core/auth/password-policy.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Import this file on demand, because the dictionaries are large.
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const common = new Set(dictionary['passwords-common'])

/** Returns zxcvbn's score, from 0 (weakest) to 4, and why the reference server would refuse the password. */
export function passwordStrength(password: string, owner: PasswordOwner) {
  const problem = passwordProblem(password, owner, common)
  return { score: zxcvbn.check(password, guessableWords(owner)).score, problem }
}
