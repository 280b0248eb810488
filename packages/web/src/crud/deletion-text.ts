import type { Trash } from './undo.ts'

/** Returns what a deletion does, to follow the name of a record: "Category Trust will …". */
export function deletionText(trash: Trash | undefined): string {
  return trash ? 'will go to the trash for 30 days' : 'will be deleted permanently'
}
