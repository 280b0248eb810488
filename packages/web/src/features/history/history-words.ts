import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import type { HistoryEvent } from './history.queries.ts'

export const KINDS = { user: 'User', category: 'Category', position: 'Position', product: 'Subscription' } as const
export const KIND_NAMES = ['user', 'category', 'position', 'product'] as const

const CHANGES = ['created', 'updated', 'deleted', 'restored', 'purged']

/** The events that the list can be filtered by. */
export const EVENTS: readonly string[] = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.limited',
  'sign_out',
  'code.requested',
  'code.issued',
  'code.verified',
  'code.failed',
  'identity.confirmed',
  'identity.refused',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.recovery_codes_renewed',
  'two_factor.failed',
  'token.created',
  'token.revoked',
  'password.reset',
  'password.changed',
  'settings.updated',
  'admin.created',
  'admin.password_reset',
  'admin.two_factor_reset',
  'sessions.ended',
  'user.deleted',
  'user.restored',
  'user.purged',
  'user.erased',
  ...['category', 'position', 'product'].flatMap((kind) => CHANGES.map((change) => `${kind}.${change}`)),
]

/** An event in words: "Category updated" for `category.updated`. */
export function eventText(event: string): string {
  return capitalised(event.replace(/^product\./, 'subscription.').replaceAll(/[._]/g, ' '))
}

export function actorText({ actor, actor_id, actor_name }: HistoryEvent): string {
  if (actor === 'admin') return actor_name ?? `Admin ${actor_id}`
  return { anyone: 'Not signed in', operator: 'An operator', server: 'The server' }[actor]
}

/** A value before or after a change. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOT_SET
  return typeof value === 'string' ? value : JSON.stringify(value)
}
