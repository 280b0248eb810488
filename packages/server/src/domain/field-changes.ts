import type { Schemas } from '@rapport/core/api/contract-types.ts'

/** Properties that are not saved fields: the id, the count of saves, and another record. */
const OTHERS = new Set(['id', 'version', 'category'])

/** Returns the changed fields; for a new record, those with a value. */
export function fieldChanges<Shown extends object>(before: Shown | undefined, after: Shown): Schemas['FieldChange'][] {
  const old = new Map(Object.entries(before ?? {}))
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: old.get(field) ?? null, after: value ?? null }))
    .filter((change) => !OTHERS.has(change.field) && change.before !== change.after)
}
