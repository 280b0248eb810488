import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createTokensService } from './tokens.service.ts'

export function tokensRoutes(route: ContractRoute, tokens: ReturnType<typeof createTokensService>): void {
  route('listTokens', async (_, caller) => ({ message: 'Your tokens.', data: await tokens.listTokens(caller) }))

  route('createToken', async ({ body }, caller) => ({
    message: 'Copy the token now: it is not shown again.',
    data: await tokens.createToken(caller, body),
  }))

  route('revokeToken', async ({ params }, caller) => {
    await tokens.revokeToken(caller, params.id)
    return { message: 'The token was revoked.' }
  })
}
