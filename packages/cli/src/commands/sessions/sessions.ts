import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { TolerantRecord } from '@rapport/core/api/read/records.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import type { Entity, FieldsOf } from '@rapport/core/entities/entity.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import type { CommandModule, Deps } from '#cli/deps.ts'
import { runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionOutcome, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { entityFieldNames, presentList } from '#cli/entities/record-presentation.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { bulkFields } from '#cli/output/bulk-document.ts'
import { namesOnly } from '#cli/output/document.ts'

type Session = TolerantRecord<Schemas['Session']>
type RevokeResult = DeletionOutcome | { ended: number }

/** The description of the admin's sessions for lists and prompts. */
const sessionEntity: Entity<Session> = {
  noun: 'sessions',
  singular: 'session',
  fields: {
    id: { type: 'id', label: 'ID' },
    device: { type: 'readOnly', label: 'Device' },
    ip: { type: 'readOnly', label: 'Address', dropOrder: 1 },
    created_at: { type: 'instant', label: 'Signed in', dropOrder: 2 },
    last_used_at: { type: 'instant', label: 'Last used' },
    current: { type: 'readOnly', label: 'This one', tableText: ({ current }) => (current ? 'yes' : 'no') },
  } satisfies FieldsOf<Session>,
  emptyMessages: { noRecords: 'No sessions.', noMatches: 'No sessions.' },
  searchFields: [],
  titleOf: ({ device, ip }) => [device, ip].filter(Boolean).join(', '),
  operations: { list: 'listSessions', delete: 'endSession' },
}

/** Lists the admin's sessions, last used first. */
export const list: CommandModule<object, Session[]> = {
  fields: () => entityFieldNames(sessionEntity),
  run: (_input, { client }) => listRecords(client, sessionEntity),
  present: (rows) => presentList(sessionEntity, { rows, emptyMessage: sessionEntity.emptyMessages.noRecords }),
}

export const revoke: CommandModule<{ ids: string[]; others?: boolean }, RevokeResult> = {
  fields: ({ others }) => (others ? namesOnly(['ended']) : bulkFields()),
  async run({ ids, others = false }, deps) {
    if (others === ids.length > 0) {
      throw new CliError('usage', 'Specify the sessions to revoke by id, or use --others.', {
        hint: 'rapport sessions list shows the ids.',
      })
    }
    await requireExtension('sessions', deps)
    return others ? revokeOthers(deps) : runDeletion(sessionEntity, { ids }, deps)
  },
  present(result) {
    if (!('ended' in result)) return presentDeletion(sessionEntity, result)
    return {
      document: { shape: 'record', rows: [result], fields: ['ended'] },
      info: `${pluralize(result.ended, 'session')} revoked`,
    }
  },
}

async function revokeOthers(deps: Deps): Promise<{ ended: number }> {
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
