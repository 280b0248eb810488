import { changedSince, type Edits, type RecordValues } from '@rapport/core/merge/edit-conflicts.ts'
import { MergeError, saveMerged } from '@rapport/core/merge/save-merged.ts'

interface Saveable {
  id: string | number
  version?: number | string | undefined
}

/** A record to update. With `version`, the server refuses the save if the record has another version. */
export interface Target {
  id: Saveable['id']
  version: number | undefined
}

/** The input of a save. A save without target creates a record. */
export interface Save<Input> {
  input: Input
  target: Target | undefined
}

export interface RecordCalls<Item, Values, Input, Saved> {
  /** Reads the list of records. */
  read: () => Promise<readonly Item[]>
  /** Returns a record's form values. An image is undefined, because only a new one is sent. */
  toValues: (record: Item) => Values
  /** Returns the input to send; undefined if the values are invalid. */
  toInput: (values: Values) => Input | undefined
  send: (save: Save<Input>) => Promise<Saved>
}

interface FormEdit<Item, Values> {
  /** Saved values by field, as the admin saw them before editing. */
  base: RecordValues
  values: Values
  /** The record as last read. */
  record: Item
  /** Whether the server refuses a save with an old version. */
  hasVersions: boolean
}

/** Merges edited fields with what others have saved, and saves them. Rejects with `MergeError` or `ApiError`. */
export async function saveFormMerged<Item extends Saveable, Values extends object, Input, Saved>(
  { base, values, record, hasVersions }: FormEdit<Item, Values>,
  { read, toValues, toInput, send }: RecordCalls<Item, Values, Input, Saved>,
): Promise<{ saved: Saved; input: Input; keptFields: string[] }> {
  const edits = editedFields(values, base)
  return saveMerged(
    { record, base, edits, hasVersions },
    {
      read: async () => (await read()).find(({ id }) => String(id) === String(record.id)),
      toValues: (current) => toSavedValues(current, toValues),
      async send(current, { version, theirFields }) {
        const input = toInput({ ...toValues(current), ...edits })
        if (input === undefined) throw new MergeError('invalid')
        return { saved: await send({ input, target: { id: current.id, version } }), input, keptFields: theirFields }
      },
    },
  )
}

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
