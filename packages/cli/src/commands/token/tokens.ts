import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { FieldsOf } from '@rapport/core/entities/entity.ts'
import type { Deps } from '#cli/deps.ts'
import { entityFieldNames, presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'

export type Token = Schemas['Token']

/** The description of API tokens for lists. */
export const tokenEntity = {
  noun: 'tokens',
  singular: 'token',
  fields: {
    id: { type: 'id', label: 'ID' },
    name: { type: 'readOnly', label: 'Name' },
    scopes: { type: 'readOnly', label: 'Scopes', tableText: ({ scopes }) => scopes.join(', ') },
    hint: { type: 'readOnly', label: 'Ends with', dropOrder: 1 },
    created_at: {
      type: 'readOnly',
      label: 'Created',
      tableText: ({ created_at }) => localTime(created_at),
      dropOrder: 2,
    },
    expires_at: { type: 'readOnly', label: 'Expires', tableText: ({ expires_at }) => localTime(expires_at) },
    last_used_at: {
      type: 'readOnly',
      label: 'Last used',
      tableText: ({ last_used_at }) => (last_used_at === null ? 'never' : localTime(last_used_at)),
    },
  } satisfies FieldsOf<Token>,
}

/** Lists the admin's tokens, newest first. */
export function run(_input: object, { client }: Pick<Deps, 'client'>): Promise<Token[]> {
  return client.call('listTokens')
}

export const fields = () => entityFieldNames(tokenEntity)

export function present(rows: Token[]): Presentation {
  return presentList(tokenEntity, { rows, emptyMessage: 'No tokens.' })
}
