import { Toast } from '@base-ui/react/toast'

export const toastManager = Toast.createToastManager()

/** Shows a success for a few seconds. Errors are shown where they occurred instead. */
export function showSuccess(text: string): void {
  toastManager.add({ title: text })
}
