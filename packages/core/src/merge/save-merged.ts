import { ApiError } from '../api/api-error.ts'
import { toVersion } from '../api/if-match.ts'
import type { Id } from '../entities/entity.ts'
import { quotedText } from '../entities/field-values.ts'
import { ChangeError } from './change-error.ts'
import { changedSince, conflictingFields, type Edits, type RecordValues } from './edit-conflicts.ts'

const MAX_ATTEMPTS = 5

const REASON_MESSAGES = {
  deleted: 'Someone else deleted it while you were editing.',
  invalid: 'Someone else changed it, and some of its fields have to be corrected.',
  busy: 'Someone else keeps changing it. Nothing was saved.',
}

interface Conflicts {
  fields: readonly string[]
  theirs: RecordValues
  sentences: readonly string[]
}

/** Thrown if an edit cannot be merged with what others have saved. */
export class MergeError extends ChangeError {
  override readonly name = 'MergeError'
  readonly reason: 'conflict' | keyof typeof REASON_MESSAGES
  readonly sentences: readonly string[]
  /** Fields that both sides changed. */
  readonly fields: readonly string[]
  /** Values on the server, by field. */
  readonly theirs: RecordValues

  constructor(reason: keyof typeof REASON_MESSAGES | Conflicts) {
    const isReason = typeof reason === 'string'
    const { fields, theirs, sentences } = isReason
      ? { fields: [], theirs: {}, sentences: [REASON_MESSAGES[reason]] }
      : reason
    super('changed_meanwhile', sentences.join(' '))
    this.reason = isReason ? reason : 'conflict'
    this.sentences = sentences
    this.fields = fields
    this.theirs = theirs
  }
}

interface RecordEdit<Item> {
  /** The record as last read. */
  record: Item
  /** Saved values when the edit began, by field. */
  base: RecordValues
  edits: Edits
  /** Whether the server refuses (412) saves of an older version. */
  hasVersions: boolean
}

export interface MergeCallbacks<Item, Saved> {
  /** Fetches the record, again if a save of `refusedRecord` failed. Resolves with undefined if it no longer exists. */
  read: (refusedRecord?: Item) => Promise<Item | undefined>
  toValues: (record: Item) => RecordValues
  /** Sends the edit on top of the current record. `theirFields` are the other fields that changed since the edit began. */
  send: (current: Item, context: { version: number | undefined; theirFields: string[] }) => Promise<Saved>
  /** Returns true if an attempt whose response was lost may have saved the image already. */
  isResponseLost?: () => boolean
}

/**
 * Saves an edit and keeps what others have saved: fields that only one side changed are merged. Without versions, the record is
 * fetched right before the save, which narrows the race but does not close it. Throws `MergeError` if both sides changed a
 * field, the record no longer exists, or it keeps changing.
 */
export async function saveMerged<Item extends { id: Id; version?: unknown }, Saved>(
  { record, base, edits, hasVersions }: RecordEdit<Item>,
  { read, toValues, send, isResponseLost }: MergeCallbacks<Item, Saved>,
): Promise<Saved> {
  const isVersioned = hasVersions && toVersion(record.version) !== undefined
  let current = isVersioned ? record : await read()
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (!current) throw new MergeError('deleted')
    const theirs = toValues(current)
    const conflicts = conflictingFields(edits, base, theirs)
    const fields = isResponseLost?.() ? conflicts.filter((name) => !(edits[name] instanceof Blob)) : conflicts
    if (fields.length > 0) throw new MergeError({ fields, theirs, sentences: conflictSentences(fields) })
    const untouched = Object.keys(theirs).filter((name) => edits[name] === undefined)
    try {
      const version = isVersioned ? toVersion(current.version) : undefined
      return await send(current, { version, theirFields: changedSince(untouched, base, theirs) })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      if (status !== 412 && status !== 404) throw error
      current = await read(current)
      // The 404 was about another record, such as the category of a position.
      if (status === 404 && current) throw error
    }
  }
  throw new MergeError('busy')

  function conflictSentences(fields: readonly string[]): string[] {
    const currentValues = current ? toValues(current) : {}
    return [
      `Changed by someone else: ${fields.join(', ')}. Nothing was saved.`,
      ...fields.map((field) =>
        edits[field] instanceof Blob
          ? `${field}: another image was saved.`
          : `${field}: was ${quotedText(base[field])}, is now ${quotedText(currentValues[field])} on the server, and you set ${quotedText(edits[field])}.`,
      ),
    ]
  }
}
