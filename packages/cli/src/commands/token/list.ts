import { requireExtension } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { localTime } from '#cli/io/local-time.ts'
import type { Presentation } from '#cli/io/output.ts'
import { type Column, renderTable } from '#cli/io/table.ts'
import { listTokens, type Token, TOKEN_FIELDS } from './tokens.ts'

export async function run(_input: object, deps: Deps): Promise<Token[]> {
  await requireExtension('tokens', deps)
  return listTokens(deps)
}

const columns: readonly Column<Token>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'NAME', text: ({ name }) => name },
  { title: 'SCOPES', text: ({ scopes }) => scopes.join(', ') },
  { title: 'ENDS WITH', text: ({ hint = '' }) => hint, dropOrder: 1 },
  { title: 'CREATED', text: ({ created_at }) => localTime(created_at), dropOrder: 2 },
  { title: 'LAST USED', text: ({ last_used_at }) => (last_used_at === null ? 'never' : localTime(last_used_at)) },
  { title: 'EXPIRES', text: ({ expires_at }) => localTime(expires_at) },
]

export function present(tokens: Token[]): Presentation {
  const { length } = tokens
  return {
    document: {
      shape: 'list',
      rows: tokens,
      fields: TOKEN_FIELDS,
      forPeople: (options) => renderTable(columns, tokens, options),
    },
    info: length === 0 ? 'No tokens.' : `${length} ${length === 1 ? 'token' : 'tokens'}`,
  }
}
