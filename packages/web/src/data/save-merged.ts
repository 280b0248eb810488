import { ApiError } from '@rapport/core/api/api-error.ts'
import { versionOf } from '@rapport/core/api/if-match.ts'
import { changedSince, conflictingFields, type Edits } from '@rapport/core/entities/edits.ts'
import { MergeError } from './merge-error.ts'

const MAX_ATTEMPTS = 5

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
 * Saves an edit so that what others saved meanwhile stays: fields that only one side changed are merged. Without versions
 * the record is read again right before it is saved, which narrows the race and does not close it.
 * @throws MergeError when both sides changed a field, or the record is gone
 */
export async function saveMerged<Item extends Saveable, Values extends object, Input, Saved>(
  { base, values, known, hasVersions }: Edit<Item, Values>,
  { read, valuesOf, inputOf, send }: RecordCalls<Item, Values, Input, Saved>,
): Promise<{ saved: Saved; input: Input; alsoKept: string[] }> {
  const find = async () => (await read()).find(({ id }) => String(id) === String(known.id))
  const edits = editedFields(values, base)
  let current = hasVersions && versionOf(known.version) !== undefined ? known : await find()
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (!current) throw new MergeError('deleted')
    const theirs = savedValues(current, valuesOf)
    const conflicts = conflictingFields(edits, base, theirs)
    if (conflicts.length > 0) throw new MergeError('conflict', { fields: conflicts, theirs })
    const input = inputOf({ ...valuesOf(current), ...edits })
    if (input === undefined) throw new MergeError('invalid')
    try {
      const version = hasVersions ? versionOf(current.version) : undefined
      const saved = await send({ input, target: { id: current.id, version } })
      const untouched = Object.keys(theirs).filter((name) => !(name in edits))
      return { saved, input, alsoKept: changedSince(untouched, base, theirs) }
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      if (status !== 412 && status !== 404) throw error
      current = await find()
      // What was not found is something else, such as the category of a position.
      if (status === 404 && current) throw error
    }
  }
  throw new MergeError('busy')
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
