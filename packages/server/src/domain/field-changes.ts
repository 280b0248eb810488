import type { Schemas } from '@rapport/core/api/contract-types.ts'

/** Not fields that are saved: what identifies the record, counts its saves, or belongs to another record. */
const OTHERS = new Set(['id', 'version', 'category'])

/** The fields of a record, as clients see it, that a save has changed; for a new record those that have a value. */
export function fieldChanges<Shown extends object>(before: Shown | undefined, after: Shown): Schemas['FieldChange'][] {
  const old = new Map(Object.entries(before ?? {}))
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: old.get(field) ?? null, after: value ?? null }))
    .filter((change) => !OTHERS.has(change.field) && change.before !== change.after)
}
