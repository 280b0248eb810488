import { Toast } from '@base-ui/react/toast'
import { focusHeading } from '#ui/layout/focus-heading.ts'

export const toastManager = Toast.createToastManager()

/** Time to read a message and to reach its button. */
const WITH_ACTION_MS = 10_000

interface Action {
  label: string
  run: () => void
}

/** Shows a success for a few seconds. */
export function showSuccess(text: string, action?: Action): void {
  add({ title: text, ...(action && { timeout: WITH_ACTION_MS }) }, action)
}

/** Shows a message and the copied text. */
export function showCopied(text: string, copied: string): void {
  toastManager.add({ title: text, description: copied, timeout: WITH_ACTION_MS })
}

/** Shows an error whose screen is gone; it stays until dismissed. */
export function showError(text: string, action?: Action): void {
  add({ title: text, type: 'error', priority: 'high', timeout: 0 }, action)
}

/** Shows progress until it is closed. */
export function showProgress(text: string) {
  const id = toastManager.add({ title: text, type: 'progress', timeout: 0 })
  return {
    update: (next: string) => toastManager.update(id, { title: next }),
    close: () => toastManager.close(id),
  }
}

function add(toast: Parameters<typeof toastManager.add>[0], action: Action | undefined): void {
  if (!action) {
    toastManager.add(toast)
    return
  }
  const onClick = () => {
    toastManager.close(id)
    focusHeading()
    action.run()
  }
  const id = toastManager.add({ ...toast, actionProps: { children: action.label, onClick } })
}
