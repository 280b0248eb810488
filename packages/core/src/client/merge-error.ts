import type { Issue } from '../entities/entity.ts'
import { quotedText, withCents } from '../entities/field-values.ts'
import { isDecimal } from '../text/decimal.ts'
import { valueText } from '../text/value-text.ts'
import type { Edits, RecordValues } from './edit-conflicts.ts'

/** Thrown when a change cannot be saved; `code` becomes the tool's error code. */
export class ChangeError extends Error {
  override readonly name: string = 'ChangeError'
  readonly code: string

  constructor(message: string, code = 'changed_meanwhile') {
    super(message)
    this.code = code
  }
}

const REASON_MESSAGES = {
  deleted: 'Someone else deleted it while you were editing.',
  invalid: 'Someone else changed it, and some of its fields have to be corrected.',
  busy: 'Someone else keeps changing it. Nothing was saved.',
}

interface Details {
  /** Fields that both sides changed. */
  fields?: readonly string[]
  /** Values on the server, by field. */
  theirs?: RecordValues
  base?: RecordValues
  edits?: Edits
  /** Whether the server refuses saves of an older version. */
  isGuarded?: boolean
  /** Why the record that the edit was put on top of is invalid; the issues name the fields. */
  issues?: readonly Issue[]
  /** A value of the server that cannot be read and that the save would lose. */
  unreadable?: { field: string; value: unknown }
}

/** Thrown if an edit cannot be merged with what others have saved. */
export class MergeError extends ChangeError {
  override readonly name = 'MergeError'
  readonly reason: 'conflict' | keyof typeof REASON_MESSAGES
  readonly sentences: readonly string[]
  readonly fields: readonly string[] = []
  readonly theirs: RecordValues = {}
  readonly isGuarded: boolean = true
  declare readonly issues: Details['issues']
  declare readonly unreadable: Details['unreadable']

  constructor(reason: MergeError['reason'], details: Details = {}) {
    const sentences = reason === 'conflict' ? conflictSentences(details) : [REASON_MESSAGES[reason]]
    super(sentences.join(' '))
    this.reason = reason
    this.sentences = sentences
    Object.assign(this, details)
  }
}

/** Formats a value of a field in one short line, and a price with its cents. */
export function fieldText(field: string, value: unknown): string {
  const text = valueText(value)
  return field === 'price' && isDecimal(text) ? withCents(text) : quotedText(value)
}

function conflictSentences({ fields = [], base = {}, theirs = {}, edits = {} }: Details): string[] {
  return [
    `Changed by someone else: ${fields.join(', ')}. Nothing was saved.`,
    ...fields.map((field) =>
      edits[field] instanceof Blob
        ? `${field}: another image was saved.`
        : `${field}: was ${fieldText(field, base[field])}, is now ${fieldText(field, theirs[field])} on the server, and you set ${fieldText(field, edits[field])}.`,
    ),
  ]
}
