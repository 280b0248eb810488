import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { TokensService } from './tokens.service.ts'

export function tokensRoutes(route: ContractRoute, tokens: TokensService): void {
  route('listTokens', async (_, caller) => ({ message: 'Your tokens.', data: await tokens.list(caller) }))

  route('createToken', async ({ body }, caller) => ({
    message: 'Copy the token now: it is not shown again.',
    data: await tokens.create(caller, body),
  }))

  route('revokeToken', async ({ params }, caller) => {
    await tokens.revoke(caller, params.id)
    return { message: 'The token was revoked.' }
  })
}
