import { ApiError } from '../api/api-error.ts'
import { unreadableFields } from '../api/read/records.ts'
import {
  type DeleteQuery,
  type EditableEntity,
  type Form,
  inputFields,
  inputValues,
  isRequired,
  parseInput,
  type ServerRecord,
} from '../entities/entity.ts'
import { valueToKeep } from '../entities/field-values.ts'
import type { CallOptions, Client } from './client.ts'
import { changedSince, conflictingFields, type Edits, type RecordValues } from './edit-conflicts.ts'
import { ChangeError, MergeError } from './merge-error.ts'
import { deleteRecord, listRecords, toVersion, trackLostResponse, updateRecord } from './records.ts'

const MAX_ATTEMPTS = 5

/** An edit of a record that others may save too. */
export interface Edit<Item> {
  /** The record as last read. */
  record: Item
  /** New values by field, as the input takes them. A field that is left out, or undefined, stays as it is. */
  edits: Edits
  /** Saved values when the edit began, by field. Defaults to those of `record`. */
  base?: RecordValues
}

export interface SaveOptions<Item> extends Pick<CallOptions, 'signal'> {
  /** Reads the record, again after a refused save. Defaults to the server's list. */
  read?: (isRefused: boolean) => Promise<Item | undefined>
  /** Returns a record's values in the terms of `base`. Defaults to the fields of its input. */
  toValues?: (record: Item) => RecordValues
}

export interface Saved<Item, Input> {
  /** Undefined if the server does not return the record. */
  saved: Item | undefined
  input: Input
  /** The record that the edit was put on top of. */
  before: Item
  /** Fields that others changed since the edit began, and that this save has kept. */
  keptFields: string[]
}

/**
 * Saves an edit and keeps what others have saved: fields that only one side changed are merged. With `versions`, the server
 * refuses a save over a newer record (412), which is then read again. Without, the record is read right before the save, which
 * narrows the race but does not close it. Rejects with `MergeError` if both sides changed a field, the record no longer exists
 * or keeps changing, and if the merged record is invalid (with `issues`) or would lose a value (`unreadable`).
 */
export function saveRecord<Item extends ServerRecord, Input extends Form>(
  client: Client,
  entity: EditableEntity<Item, Input>,
  edit: Edit<Item>,
  options: SaveOptions<Item> = {},
): Promise<Saved<Item, Input>> {
  const lost = trackLostResponse()
  const rules = { ...options, isLost: lost.isLost }
  return putOnTop(client, entity, edit, rules, async (before, { version, keptFields }) => {
    const input = await updateInput(entity, before, edit.edits)
    const call = { signal: options.signal, ...lost.options }
    const saved = await updateRecord(client, entity, { id: before.id, input, version }, call)
    return { saved, input, before, keptFields }
  })
}

/** Deletes a record that nobody has changed since it was read. Returns `absent` if it was already gone. */
export async function deleteUnchanged<Item extends ServerRecord>(
  client: Client,
  entity: EditableEntity<Item>,
  record: Item,
  { query, ...options }: SaveOptions<Item> & { query: DeleteQuery },
): Promise<'done' | 'absent'> {
  try {
    return await putOnTop(client, entity, { record, edits: {} }, options, (current, { version, keptFields }) => {
      if (keptFields.length > 0)
        throw new ChangeError(`Changed by someone else: ${keptFields.join(', ')}. It was not deleted.`)
      return deleteRecord(client, entity, current.id, { query, version, signal: options.signal })
    })
  } catch (error) {
    if (error instanceof MergeError && error.reason === 'deleted') return 'absent'
    throw error
  }
}

/** Calls `send` with the record as it is now, and again after a refusal, until it succeeds or both sides changed a field. */
async function putOnTop<Item extends ServerRecord, Input extends Form, Result>(
  client: Client,
  entity: EditableEntity<Item, Input>,
  { record, edits, base: given }: Edit<Item>,
  {
    signal,
    isLost,
    toValues = (item) => inputValues(entity, item),
    read = async () =>
      (await listRecords(client, entity, { signal })).find(({ id }) => String(id) === String(record.id)),
  }: SaveOptions<Item> & { isLost?: () => boolean },
  send: (current: Item, context: { version: number | undefined; keptFields: string[] }) => Promise<Result>,
): Promise<Result> {
  const base = given ?? toValues(record)
  const isVersioned = toVersion(record['version']) !== undefined && (await client.offersOptional('versions'))
  let current: Item | undefined = isVersioned ? record : await read(false)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (!current) throw new MergeError('deleted')
    const theirs = toValues(current)
    const conflicts = conflictingFields(edits, base, theirs)
    // The lost attempt may have saved the image already.
    const fields = isLost?.() ? conflicts.filter((name) => !(edits[name] instanceof Blob)) : conflicts
    if (fields.length > 0) throw new MergeError('conflict', { fields, theirs, base, edits, isGuarded: isVersioned })
    const untouched = Object.keys(theirs).filter((name) => edits[name] === undefined)
    try {
      const version = isVersioned ? toVersion(current['version']) : undefined
      return await send(current, { version, keptFields: changedSince(untouched, base, theirs) })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      if (status !== 412 && status !== 404) throw error
      current = await read(true)
      // The 404 was about another record, such as the category of a position.
      if (status === 404 && current) throw error
    }
  }
  throw new MergeError('busy')
}

/**
 * Returns the body of an update: the edits, and the current value of every other field, because a server may treat missing
 * fields as empty. Throws `MergeError` with the issues, or with a value that would be lost.
 */
export async function updateInput<Item extends ServerRecord, Input extends Form>(
  entity: EditableEntity<Item, Input>,
  current: Item,
  edits: Edits,
): Promise<Input> {
  const { update } = await entity.schemas()
  const unreadable = unreadableFields(current)
  const values = inputFields(entity).map(([name, field]) => {
    if (edits[name] !== undefined) return [name, edits[name]]
    if (!(name in unreadable)) return [name, valueToKeep(field, current[name])]
    if (entity.savesEveryField || isRequired(field))
      throw new MergeError('invalid', { unreadable: { field: name, value: unreadable[name] } })
    return [name, undefined]
  })
  const input = Object.fromEntries(values)
  const { data, issues } = parseInput(update, input, { isEdited: (name) => edits[name] !== undefined })
  if (issues) throw new MergeError('invalid', { issues })
  return data
}
