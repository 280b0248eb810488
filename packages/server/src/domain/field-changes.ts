import type { Schemas } from '@rapport/core/api/contract-types.ts'

/** Properties of a record that a form does not save. `category` is the category that `category_id` names. */
const IGNORED_PROPERTIES = new Set(['id', 'version', 'category'])

/** Returns the changed fields; for a new record, those with a value. */
export function fieldChanges<Item extends object>(before: Item | undefined, after: Item): Schemas['FieldChange'][] {
  const oldValues = new Map(Object.entries(before ?? {}))
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: oldValues.get(field) ?? null, after: value ?? null }))
    .filter((change) => !IGNORED_PROPERTIES.has(change.field) && change.before !== change.after)
}
