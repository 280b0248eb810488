import { changedSince, type Edits, type RecordValues } from '@rapport/core/client/edit-conflicts.ts'

/** Returns the saved values of a record's form fields, with image URLs. */
export function toSavedValues<Item extends object>(record: Item, toValues: (record: Item) => object): RecordValues {
  const values = Object.entries<unknown>({ ...toValues(record) })
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? Reflect.get(record, name)]))
}

/** Returns form values that differ from `base`, without images that were not chosen again. */
export function editedFields(values: object, base: RecordValues): Edits {
  const definedValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const editedNames = changedSince(Object.keys(definedValues), base, definedValues)
  return Object.fromEntries(editedNames.map((name) => [name, definedValues[name]]))
}
