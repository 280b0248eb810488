import type { Schemas } from '@rapport/core/api/contract-types.ts'

/** Properties that are not saved fields: the id, the count of saves, and another record. */
const IGNORED_PROPERTIES = new Set(['id', 'version', 'category'])

/** Returns the changed fields; for a new record, those with a value. */
export function fieldChanges<Item extends object>(before: Item | undefined, after: Item): Schemas['FieldChange'][] {
  const oldValues = new Map(Object.entries(before ?? {}))
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: oldValues.get(field) ?? null, after: value ?? null }))
    .filter((change) => !IGNORED_PROPERTIES.has(change.field) && change.before !== change.after)
}
