import type { Extension } from '@rapport/core/api/operations.ts'
import type { Client } from '@rapport/core/client/client.ts'
import { CliError } from '#cli/io/errors.ts'

/** The names of extensions in messages, where the contract's name does not fit. */
const EXTENSION_NAMES: Partial<Record<Extension, string>> = {
  'two-factor': 'two-factor authentication',
  trash: 'a trash',
  history: 'a history',
  'user-status': 'suspending users',
  'person-file': 'the file of a person',
}

/** Creates the error of a call that the server does not offer. */
export function notOfferedError(extension: Extension): CliError {
  return new CliError('not_offered', `This server does not offer ${EXTENSION_NAMES[extension] ?? extension}.`, {
    hint: extension === 'trash' ? 'Every deletion there is permanent, with or without --erase.' : undefined,
  })
}

/** Throws `CliError` before a question that would be in vain: every call checks its own extension. */
export async function requireExtension(extension: Extension, { client }: { client: Client }): Promise<void> {
  if (!(await client.offers(extension))) throw notOfferedError(extension)
}
