import type { Edits } from '@rapport/core/entities/edits.ts'

const MESSAGES = {
  conflict: 'Not saved: this record was changed in the meantime, in the same fields. What you typed is kept.',
  deleted:
    'Not saved: this record was deleted in the meantime. Restore it from the trash, if the server has one, and save again; or copy what you typed into a new record.',
  invalid:
    'Not saved: this record was changed in the meantime, and some of its fields have to be corrected. Save it again.',
  busy: 'Not saved: this record is being changed again and again. What you typed is kept. Save it again in a moment.',
}

/** Why an edit could not be merged with what others saved meanwhile. */
export class MergeError extends Error {
  override readonly name = 'MergeError'
  readonly reason: keyof typeof MESSAGES
  /** The fields that both sides changed. */
  readonly fields: readonly string[]
  /** What is saved now, by field. */
  readonly theirs: Edits

  constructor(
    reason: keyof typeof MESSAGES,
    { fields = [], theirs = {} }: { fields?: readonly string[]; theirs?: Edits } = {},
  ) {
    super(MESSAGES[reason])
    this.reason = reason
    this.fields = fields
    this.theirs = theirs
  }
}
