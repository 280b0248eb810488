import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Deps } from '#cli/deps.ts'

export type Token = Schemas['Token']

export const TOKEN_FIELDS: readonly (keyof Token)[] = [
  'id',
  'name',
  'scopes',
  'hint',
  'created_at',
  'expires_at',
  'last_used_at',
]

/** The tokens of the admin, the newest first. */
export function listTokens({ api, call, signal }: Deps): Promise<Token[]> {
  return call('listTokens', () => unwrap(api.GET('/api/admin/tokens', { signal })))
}
