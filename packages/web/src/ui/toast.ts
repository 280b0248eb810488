let waiting: readonly string[] = []
let show: ((text: string) => void) | undefined
const listeners = new Set<() => void>()

/** Says for a few seconds that something has been done. Errors do not belong here: they stay where they arose. */
export function showSuccess(text: string): void {
  if (show) show(text)
  else setWaiting([...waiting, text])
}

/** Has toasts shown by `next`, first those that have waited for it. Returns the way to stop. */
export function takeToasts(next: (text: string) => void): () => void {
  show = next
  for (const text of waiting) next(text)
  setWaiting([])
  return () => {
    show = undefined
  }
}

/** Whether a toast waits for `takeToasts`. */
export function isToastWaiting(): boolean {
  return waiting.length > 0
}

/** Gives up those that wait. */
export function dropToasts(): void {
  setWaiting([])
}

/** Calls back when `isToastWaiting` may have changed. Returns the way to stop. */
export function onToastWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaiting(next: readonly string[]): void {
  waiting = next
  for (const listener of listeners) listener()
}
