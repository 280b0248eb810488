import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createTokensService } from './tokens.service.ts'

export function tokensRoutes(route: ContractRoute, tokens: ReturnType<typeof createTokensService>): void {
  route.data('listTokens', 'Your tokens.', (_, caller) => tokens.listTokens(caller))

  route.data('createToken', 'Copy the token now: it is not shown again.', ({ body }, caller) =>
    tokens.createToken(caller, body),
  )

  route.data('revokeToken', 'The token was revoked.', ({ params }, caller) => tokens.revokeToken(caller, params.id))
}
