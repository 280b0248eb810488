import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Scope } from '@rapport/core/api/operations.ts'
import { withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { PasswordStdinInput } from '#cli/auth/password-stdin.ts'
import type { Deps } from '#cli/deps.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'

export interface CreateInput extends PasswordStdinInput {
  name: string
  scope: Scope[]
  /** The lifetime in days. */
  expires: number
}

type NewToken = Schemas['NewToken']

const FIELDS = ['secret', 'token']
export const fields = () => namesOnly(FIELDS)

export async function run({ name, scope, expires, ...credentials }: CreateInput, deps: Deps): Promise<NewToken> {
  const { client } = deps
  const body = { name, scopes: scope, expires_in_days: expires }
  return withConfirmedIdentity(credentials, deps, () => client.call('createToken', { body }))
}

export function present(newToken: NewToken): Presentation {
  const { secret, token } = newToken
  return {
    document: {
      shape: 'record',
      rows: [newToken],
      fields: FIELDS,
      table: () => `${secret}\n`,
    },
    info: [
      `Created token ${token.name} (${token.scopes.join(', ')}), which expires ${localTime(token.expires_at)}.`,
      "You won't see its secret again. Set it as RAPPORT_TOKEN where it is used.",
    ].join('\n'),
  }
}
