import { expect, test } from 'vitest'
import { formatChangedFields } from './event-format.ts'

const event = {
  id: 1,
  at: '2026-03-02T17:42:00Z',
  event: 'user.updated',
  actor: 'admin',
  actor_id: 1,
  actor_name: 'Ada Admin',
  entity: 'user',
  record_id: 2,
  ip: null,
  detail: null,
} as const

test('names the changed fields of an update without values', () => {
  expect(formatChangedFields({ ...event, changes: [{ field: 'email' }] })).toBe('Email changed')
  expect(formatChangedFields({ ...event, changes: [{ field: 'first_name' }, { field: 'email' }] })).toBe(
    'First name, email changed',
  )
})

test('returns undefined for updates with values and for other events', () => {
  const changes = [{ field: 'category_name', before: 'A', after: 'B' }]
  expect(formatChangedFields({ ...event, event: 'category.updated', changes })).toBeUndefined()
  expect(formatChangedFields({ ...event, event: 'user.deleted', changes: null })).toBeUndefined()
})
