import type { Deps } from '#cli/deps.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'
import { listTokens, type Token, tokenEntity } from './tokens.ts'

export async function run(_input: object, deps: Deps): Promise<Token[]> {
  return listTokens(deps)
}

export function present(rows: Token[]): Presentation {
  return presentList(tokenEntity, { rows, emptyMessage: 'No tokens.' })
}
