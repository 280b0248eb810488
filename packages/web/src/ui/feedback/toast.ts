import { Toast } from '@base-ui/react/toast'

export const toastManager = Toast.createToastManager()

/** Shows a success for a few seconds. */
export function showSuccess(text: string): void {
  toastManager.add({ title: text })
}

/** Shows an error whose place is no longer on the screen; it stays until it is dismissed. */
export function showError(text: string): void {
  toastManager.add({ title: text, type: 'error', priority: 'high', timeout: 0 })
}
