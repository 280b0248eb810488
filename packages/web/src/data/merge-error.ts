import type { MergeError } from '@rapport/core/entities/save-merged.ts'

const MESSAGES = {
  conflict: 'Not saved: this record was changed in the meantime, in the same fields. What you typed is kept.',
  deleted:
    'Not saved: this record was deleted in the meantime. Restore it from the trash, if the server has one, and save again; or copy what you typed into a new record.',
  invalid:
    'Not saved: this record was changed in the meantime, and some of its fields have to be corrected. Save it again.',
  busy: 'Not saved: this record is being changed again and again. What you typed is kept. Save it again in a moment.',
}

export function mergeErrorText({ reason }: MergeError): string {
  return MESSAGES[reason]
}
