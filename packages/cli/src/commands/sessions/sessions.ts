import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { ReadRecord } from '@rapport/core/api/read/records.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Entity, FieldsOf } from '@rapport/core/catalogue/entity.ts'
import { localTime } from '#cli/io/local-time.ts'

export type Session = ReadRecord<Schemas['Session']>

/** The sessions of the admin. */
export const sessions: Entity<Session> = {
  type: 'sessions',
  one: 'session',
  fields: {
    id: { type: 'id', label: 'ID' },
    device: { type: 'shown', label: 'Device' },
    ip: { type: 'shown', label: 'Address', dropOrder: 1 },
    created_at: { type: 'shown', label: 'Signed in', text: (session) => localTime(session.created_at), dropOrder: 2 },
    last_used_at: { type: 'shown', label: 'Last used', text: (session) => localTime(session.last_used_at) },
    current: { type: 'shown', label: 'This one', text: ({ current }) => (current ? 'yes' : 'no') },
  } satisfies FieldsOf<Session>,
  none: { all: 'No sessions.', found: 'No sessions.' },
  searched: [],
  titleOf: ({ device, ip }) => [device, ip].filter(Boolean).join(', '),
  list: ({ api, call, signal }) => call('listSessions', () => unwrap(api.GET('/api/admin/sessions', { signal }))),
  delete: {
    operation: 'endSession',
    send: (id, { api, signal }) => unwrap(api.DELETE('/api/admin/sessions/{id}', { params: { path: { id } }, signal })),
  },
}
