/** Where the server keeps what is deleted. */
export interface Trash {
  /** Restores what was deleted together; the name is said where that was one record. */
  undo: (batch: string, name?: string) => Promise<void>
}

/** What happens to a record that is deleted: the middle of a sentence. */
export function deletionText(trash: Trash | undefined): string {
  return trash ? 'will go to the trash for 30 days' : 'will be deleted permanently'
}

/** The button of the message after a deletion. */
export function undoAction(trash: Trash | undefined, batch: string, name?: string) {
  return trash && { label: 'Undo', run: () => void trash.undo(batch, name) }
}
