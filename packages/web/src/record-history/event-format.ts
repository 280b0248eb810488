import type { EntityName } from '@rapport/core/api/operations.ts'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { capitalised } from '#ui/primitives/display-text.ts'
import type { HistoryEvent } from './history.queries.ts'

/** Fields that name a record. */
export const NAME_FIELDS: ReadonlySet<string> = new Set(
  Object.values(RECORD_KINDS).flatMap((kind) => ('nameField' in kind ? [kind.nameField] : [])),
)

/** Formats an event: "Category updated" for `category.updated`. */
export function formatEvent(event: string): string {
  return capitalised(event.replace(/^product\./, 'subscription.').replaceAll(/[._]/g, ' '))
}

/** Returns what an event did, for its colour. */
export function eventTone(event: string): 'added' | 'lost' | undefined {
  if (/\.(?:created|restored)$/.test(event)) return 'added'
  return /\.(?:deleted|purged|erased|revoked|failed|limited|refused)$/.test(event) ? 'lost' : undefined
}

export function formatActor({ actor, actor_id, actor_name }: HistoryEvent): string {
  if (actor === 'admin') return actor_name ?? `Admin ${actor_id}`
  return { anyone: 'Someone', operator: 'An operator', server: 'The server' }[actor]
}

export interface RecordKey {
  entity: EntityName
  id: string | number
}
