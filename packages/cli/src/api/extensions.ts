import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** Fetches which extensions of the contract the server offers. */
export async function fetchExtensions({ api, withRetry, signal }: Pick<Deps, 'api' | 'withRetry' | 'signal'>) {
  const settings = await withRetry('getSettings', () => unwrap(api.GET('/api/admin/get-settings', { signal })))
  return { has: (extension: Extension) => settings.extensions?.includes(extension) ?? false }
}

/** Like `fetchExtensions`, but for optional features: a server that fails to list extensions counts as having none. */
export function fetchOptionalExtensions(
  deps: Pick<Deps, 'api' | 'withRetry' | 'signal'>,
): ReturnType<typeof fetchExtensions> {
  return fetchExtensions(deps).catch((error: unknown) => {
    if (error instanceof ApiError) return { has: () => false }
    throw error
  })
}

/** The names of extensions in messages, where the contract's name does not fit. */
const EXTENSION_NAMES: Partial<Record<Extension, string>> = {
  'two-factor': 'two-factor authentication',
  trash: 'a trash',
  history: 'a history',
}

/** Throws `CliError` if the server does not offer the extension. */
export async function requireExtension(extension: Extension, deps: Deps): Promise<void> {
  if ((await fetchExtensions(deps)).has(extension)) return
  throw new CliError('not_offered', `This server does not offer ${EXTENSION_NAMES[extension] ?? extension}.`, {
    hint: extension === 'trash' ? 'Every deletion there is permanent, with or without --erase.' : undefined,
    exitCode: EXIT.failed,
  })
}
