import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import type { Deps } from '#cli/deps.ts'

/** What the server speaks beyond the plain contract; nothing where it does not say. */
export async function serverExtensions({ api, call, signal }: Pick<Deps, 'api' | 'call' | 'signal'>) {
  const settings = await call('getSettings', () => unwrap(api.GET('/api/admin/get-settings', { signal })))
  return { has: (extension: Extension) => settings.extensions?.includes(extension) ?? false }
}
