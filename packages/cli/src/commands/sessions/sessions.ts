import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { TolerantRecord } from '@rapport/core/api/read/records.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import type { Entity, FieldsOf } from '@rapport/core/entities/entity.ts'
import type { Deps } from '#cli/deps.ts'
import { entityFieldNames, presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'

export type Session = TolerantRecord<Schemas['Session']>

/** The description of the admin's sessions for lists and prompts. */
export const sessionEntity: Entity<Session> = {
  noun: 'sessions',
  singular: 'session',
  fields: {
    id: { type: 'id', label: 'ID' },
    device: { type: 'readOnly', label: 'Device' },
    ip: { type: 'readOnly', label: 'Address', dropOrder: 1 },
    created_at: {
      type: 'readOnly',
      label: 'Signed in',
      tableText: (session) => localTime(session.created_at),
      dropOrder: 2,
    },
    last_used_at: { type: 'readOnly', label: 'Last used', tableText: (session) => localTime(session.last_used_at) },
    current: { type: 'readOnly', label: 'This one', tableText: ({ current }) => (current ? 'yes' : 'no') },
  } satisfies FieldsOf<Session>,
  emptyMessages: { noRecords: 'No sessions.', noMatches: 'No sessions.' },
  searchFields: [],
  titleOf: ({ device, ip }) => [device, ip].filter(Boolean).join(', '),
  operations: { list: 'listSessions', delete: 'endSession' },
}

/** Lists the admin's sessions, last used first. */
export function run(_input: object, { client }: Deps): Promise<Session[]> {
  return listRecords(client, sessionEntity)
}

export const fields = () => entityFieldNames(sessionEntity)

export function present(rows: Session[]): Presentation {
  return presentList(sessionEntity, { rows, emptyMessage: sessionEntity.emptyMessages.noRecords })
}
