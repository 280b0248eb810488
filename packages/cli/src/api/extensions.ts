import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import type { Deps } from '#cli/deps.ts'

/** The extensions of the contract that the server offers. */
export async function serverExtensions({ api, call, signal }: Pick<Deps, 'api' | 'call' | 'signal'>) {
  const settings = await call('getSettings', () => unwrap(api.GET('/api/admin/get-settings', { signal })))
  return { has: (extension: Extension) => settings.extensions?.includes(extension) ?? false }
}
