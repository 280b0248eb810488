import { MergeError, saveMerged as saveRecordMerged } from '@rapport/core/catalogue/apply/save-merged.ts'
import { changedSince, type Edits } from '@rapport/core/entities/edit-conflicts.ts'

interface Saveable {
  id: string | number
  version?: number | string | undefined
}

/** A save by its version is refused when the record has another one; undefined saves whatever version it has. */
export interface Target {
  id: Saveable['id']
  version: number | undefined
}

/** One save: of a new record, or of the target. */
export interface Save<Input> {
  input: Input
  target: Target | undefined
}

/** How the records of an entity are read and saved. */
export interface RecordCalls<Item, Values, Input, Saved> {
  /** Reads the list that holds the records. */
  read: () => Promise<readonly Item[]>
  /** What a form shows of a record; undefined for an image, which is sent only when a new one was chosen. */
  valuesOf: (record: Item) => Values
  /** What is sent for these values; undefined when they are not valid. */
  inputOf: (values: Values) => Input | undefined
  send: (save: Save<Input>) => Promise<Saved>
}

interface Edit<Item, Values> {
  /** The values that the admin saw and changed, by field. */
  base: Edits
  values: Values
  /** The record as it was last read. */
  known: Item
  /** Whether the server refuses a save by an old version. */
  hasVersions: boolean
}

/**
 * Saves what was edited in a form, merged with what others saved meanwhile.
 * @throws MergeError
 */
export async function saveMerged<Item extends Saveable, Values extends object, Input, Saved>(
  { base, values, known, hasVersions }: Edit<Item, Values>,
  { read, valuesOf, inputOf, send }: RecordCalls<Item, Values, Input, Saved>,
): Promise<{ saved: Saved; input: Input; alsoKept: string[] }> {
  const edits = editedFields(values, base)
  return saveRecordMerged(
    { known, base, edits, hasVersions },
    {
      read: async () => (await read()).find(({ id }) => String(id) === String(known.id)),
      valuesOf: (record) => savedValues(record, valuesOf),
      async send(now, { version, theirs }) {
        const input = inputOf({ ...valuesOf(now), ...edits })
        if (input === undefined) throw new MergeError('invalid')
        return { saved: await send({ input, target: { id: now.id, version } }), input, alsoKept: theirs }
      },
    },
  )
}

/** What is saved of a record in the fields of its form, with the addresses of images. */
export function savedValues<Item extends object>(record: Item, valuesOf: (record: Item) => object): Edits {
  const values = Object.entries<unknown>({ ...valuesOf(record) })
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? Reflect.get(record, name)]))
}

/** The values of a form that differ from these. An image that was not chosen again is none. */
export function editedFields(values: object, base: Edits): Edits {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const edited = changedSince(Object.keys(given), base, given)
  return Object.fromEntries(edited.map((name) => [name, given[name]]))
}
