import { pluralize } from '@rapport/core/text/pluralize.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, type PlannedDeletion, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { bulkFields } from '#cli/output/bulk-document.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { sessionEntity } from './sessions.ts'

export interface RevokeInput {
  ids: string[]
  others?: boolean
}

type RevokeResult = DeletionResult | PlannedDeletion | { ended: number }

export const fields = ({ others }: RevokeInput) => (others ? namesOnly(['ended']) : bulkFields())

export async function run({ ids, others = false }: RevokeInput, deps: Deps): Promise<RevokeResult> {
  if (others === ids.length > 0) {
    throw new CliError('usage', 'Specify the sessions to revoke by id, or use --others.', {
      hint: 'rapport sessions list shows the ids.',
    })
  }
  await requireExtension('sessions', deps)
  return others ? revokeOthers(deps) : runDeletion(sessionEntity, { ids }, deps)
}

async function revokeOthers(deps: Deps): Promise<RevokeResult> {
  const { client, target } = deps
  await requireConsent(deps, {
    action: 'Revoking all other sessions',
    lines: [`This signs you out of ${target.apiUrl} everywhere else.`],
    prompt: 'Are you sure you want to revoke all other sessions?',
    hint: 'Pass --yes to revoke them without being asked.',
    declinedMessage: 'Nothing was revoked.',
  })
  return client.call('endOtherSessions')
}

export function present(result: RevokeResult): Presentation {
  if (!('ended' in result)) return presentDeletion(sessionEntity, result)
  const { ended } = result
  return {
    document: { shape: 'record', rows: [result], fields: ['ended'] },
    info: `${pluralize(ended, 'session')} revoked`,
  }
}
