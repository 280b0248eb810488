import type { MergeError } from '@rapport/core/client/merge-error.ts'

const MESSAGES = {
  conflict: 'Not saved: this record was changed in the meantime, in the same fields. Your changes are kept.',
  deleted:
    'Not saved: this record was deleted in the meantime. Restore it from the trash, if the server has one, and save again; or copy what you typed into a new record.',
  invalid:
    'Not saved: this record was changed in the meantime, and some of its fields have to be corrected. Save it again.',
  busy: 'Not saved: others keep changing this record. Your changes are kept. Save it again in a moment.',
}

export function mergeErrorMessage({ reason }: MergeError): string {
  return MESSAGES[reason]
}
