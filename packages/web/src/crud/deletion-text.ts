import type { Trash } from './undo.ts'

/** The predicate of "Category Trust will …". */
export function deletionText(trash: Trash | undefined): string {
  return trash ? 'will go to the trash for 30 days' : 'will be deleted permanently'
}
