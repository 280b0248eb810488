import type { Issue } from '../entities/entity.ts'
import { quotedText, withCents } from '../entities/field-values.ts'
import { isDecimal } from '../text/decimal.ts'
import { valueText } from '../text/value-text.ts'
import type { Edits, RecordValues } from './edit-conflicts.ts'

/** Thrown when a change cannot be saved; `code` becomes the tool's error code. */
export class ChangeError extends Error {
  override readonly name: string = 'ChangeError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function changeConflict(message: string): ChangeError {
  return new ChangeError('changed_meanwhile', message)
}

const REASON_MESSAGES = {
  deleted: 'Someone else deleted it while you were editing.',
  invalid: 'Someone else changed it, and some of its fields have to be corrected.',
  busy: 'Someone else keeps changing it. Nothing was saved.',
}

interface Conflicts {
  /** Fields that both sides changed. */
  fields: readonly string[]
  /** Values on the server, by field. */
  theirs: RecordValues
  base: RecordValues
  edits: Edits
  /** Whether the server refuses saves of an older version. */
  isGuarded: boolean
}

/** Thrown if an edit cannot be merged with what others have saved. */
export class MergeError extends ChangeError {
  override readonly name: string = 'MergeError'
  readonly reason: 'conflict' | keyof typeof REASON_MESSAGES
  readonly sentences: readonly string[]
  readonly fields: readonly string[]
  readonly theirs: RecordValues
  readonly isGuarded: boolean

  constructor(reason: keyof typeof REASON_MESSAGES | Conflicts) {
    const isReason = typeof reason === 'string'
    const sentences = isReason ? [REASON_MESSAGES[reason]] : conflictSentences(reason)
    super('changed_meanwhile', sentences.join(' '))
    this.reason = isReason ? reason : 'conflict'
    this.sentences = sentences
    this.fields = isReason ? [] : reason.fields
    this.theirs = isReason ? {} : reason.theirs
    this.isGuarded = isReason || reason.isGuarded
  }
}

/** Thrown if the record that an edit was put on top of is invalid; the issues name the fields. */
export class InvalidRecordError extends MergeError {
  override readonly name = 'InvalidRecordError'
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super('invalid')
    this.issues = issues
  }
}

/** Thrown if a save would lose a value of the server that cannot be read. */
export class UnreadableFieldError extends MergeError {
  override readonly name = 'UnreadableFieldError'
  readonly field: string
  readonly value: unknown

  constructor(field: string, value: unknown) {
    super('invalid')
    this.field = field
    this.value = value
  }
}

/** Formats a value of a field in one short line, and a price with its cents. */
export function fieldText(field: string, value: unknown): string {
  const text = valueText(value)
  return field === 'price' && isDecimal(text) ? withCents(text) : quotedText(value)
}

function conflictSentences({ fields, base, theirs, edits }: Conflicts): string[] {
  return [
    `Changed by someone else: ${fields.join(', ')}. Nothing was saved.`,
    ...fields.map((field) =>
      edits[field] instanceof Blob
        ? `${field}: another image was saved.`
        : `${field}: was ${fieldText(field, base[field])}, is now ${fieldText(field, theirs[field])} on the server, and you set ${fieldText(field, edits[field])}.`,
    ),
  ]
}
