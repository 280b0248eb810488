import { Toast } from '@base-ui/react/toast'
import { focusHeading } from '#ui/layout/focus-heading.ts'

export const toastManager = Toast.createToastManager()

/** Time to read a message and to reach its button. */
const ACTION_TIMEOUT_MS = 10_000

export interface ToastAction {
  label: string
  run: () => void
}

/** Shows a success message for a few seconds. */
export function showSuccess(message: string, action?: ToastAction): void {
  addToast({ title: message, ...(action && { timeout: ACTION_TIMEOUT_MS }) }, action)
}

/** Shows a message and the copied text. */
export function showCopied(message: string, copiedText: string): void {
  toastManager.add({ title: message, description: copiedText, timeout: ACTION_TIMEOUT_MS })
}

/** Shows an error that has no place on the screen, until it is dismissed. */
export function showError(message: string, action?: ToastAction): void {
  addToast({ title: message, type: 'error', priority: 'high', timeout: 0 }, action)
}

/** Creates a message that is shown, and changed, until it is closed. */
export function createProgress() {
  let id: string | undefined
  return {
    show: (title: string) => {
      if (id === undefined) id = toastManager.add({ title, type: 'progress', timeout: 0 })
      else toastManager.update(id, { title })
    },
    close: () => id !== undefined && toastManager.close(id),
  }
}

function addToast(toast: Parameters<typeof toastManager.add>[0], action: ToastAction | undefined): void {
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
