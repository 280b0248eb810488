import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import type { HistoryEvent } from './history.queries.ts'

export const KINDS = { user: 'User', category: 'Category', position: 'Position', product: 'Subscription' } as const
export const KIND_NAMES = ['user', 'category', 'position', 'product'] as const

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
