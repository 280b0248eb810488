import type { EntityName } from '@rapport/core/api/operations.ts'
import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'
import { capitalised } from '#ui/primitives/display-text.ts'
import type { HistoryEvent } from './history-queries.ts'

/** An event in words: "Category updated" for `category.updated`. */
export function eventText(event: string): string {
  return capitalised(event.replace(/^product\./, 'subscription.').replaceAll(/[._]/g, ' '))
}

/** What an event did, for its colour. */
export function eventTone(event: string): 'added' | 'lost' | undefined {
  if (/\.(?:created|restored)$/.test(event)) return 'added'
  return /\.(?:deleted|purged|erased|revoked|failed|limited|refused)$/.test(event) ? 'lost' : undefined
}

export function actorText({ actor, actor_id, actor_name }: HistoryEvent): string {
  if (actor === 'admin') return actor_name ?? `Admin ${actor_id}`
  return { anyone: 'Not signed in', operator: 'An operator', server: 'The server' }[actor]
}

const LABELS = new Map(
  CATALOGUE.flatMap(({ fields }) => Object.entries(fields).map(([field, { label }]) => [field, label])),
)

/** A field in words, those of the import where it is of the catalogue: "Image" for `sub_cat_image`. */
export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? capitalised(field.replaceAll('_', ' '))
}

type Change = NonNullable<HistoryEvent['changes']>[number]

/** Of users the names of the fields alone are kept. */
export function hasValues(change: Change): boolean {
  return 'before' in change || 'after' in change
}

/** Which record a history is of. */
export interface RecordKey {
  entity: EntityName
  id: string | number
}
