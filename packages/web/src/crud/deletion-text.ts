/** The server's trash. */
export interface Trash {
  /** Restores a batch. `name` is shown if it was a single record. */
  undo: (batch: string, name?: string) => Promise<void>
}

/** The predicate of "Category Trust will …". */
export function deletionText(trash: Trash | undefined): string {
  return trash ? 'will go to the trash for 30 days' : 'will be deleted permanently'
}

/** Undefined without a trash. */
export function undoAction(trash: Trash | undefined, batch: string, name?: string) {
  return trash && { label: 'Undo', run: () => void trash.undo(batch, name) }
}
