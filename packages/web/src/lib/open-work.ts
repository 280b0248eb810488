/** A form that may hold something unsaved. */
export interface OpenWork {
  /** Whether leaving now would leave something behind. */
  isOpen: () => boolean
  /** Asks the admin; resolves with true when it may be lost. */
  ask: () => Promise<boolean>
}

const forms = new Set<OpenWork>()

/** Names a form that is to be asked before the session is ended. Returns the way to take it back. */
export function registerWork(work: OpenWork): () => void {
  forms.add(work)
  return () => forms.delete(work)
}

/** Whether nothing is unsaved, or the admin agrees that it goes. */
export async function mayLoseWork(): Promise<boolean> {
  for (const work of forms) {
    if (work.isOpen() && !(await work.ask())) return false
  }
  return true
}
