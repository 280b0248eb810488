import { CONTRACT_VERSION, type Extension } from '@rapport/core/api/operations.ts'
import { DEFAULT_STORES, type Store } from '@rapport/core/api/stores.ts'
import { PROFILE_UPDATED_MESSAGE } from '@rapport/core/entities/profile/profile.ts'
import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { createSettingsService } from './settings.service.ts'

export function settingsRoutes(
  route: ContractRoute,
  settings: ReturnType<typeof createSettingsService>,
  {
    extensions,
    stores = DEFAULT_STORES,
    requiresReason,
  }: { extensions: readonly Extension[]; stores?: readonly Store[] | undefined; requiresReason: boolean },
): void {
  route.data('getSettings', 'Your settings.', async (_, caller) => ({
    email: caller.email,
    first_name: caller.firstName,
    last_name: caller.lastName,
    ...(extensions.length > 0 && {
      extensions: [...extensions],
      stores: [...stores],
      server_version: packageJson.version,
      contract_version: CONTRACT_VERSION,
    }),
    ...(requiresReason && extensions.includes('trash') && { requires_reason: true }),
    ...(caller.apiToken && { scopes: [...caller.apiToken.scopes] }),
  }))

  route.data('updateSettings', PROFILE_UPDATED_MESSAGE, ({ body }, caller) => settings.updateSettings(caller, body))
}
