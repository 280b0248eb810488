import type { Extension } from '@rapport/core/operations.ts'
import type { ContractRoute } from '#server/http/contract-route.ts'

export function settingsRoutes(route: ContractRoute, extensions: readonly Extension[]): void {
  route('getSettings', async (_, caller) => ({
    message: 'Your settings.',
    data: {
      email: caller.email,
      first_name: caller.firstName,
      last_name: caller.lastName,
      ...(extensions.length > 0 && { extensions: [...extensions] }),
    },
  }))
}
