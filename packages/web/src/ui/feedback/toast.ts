import { Toast } from '@base-ui/react/toast'

export const toastManager = Toast.createToastManager()

/** Says for a few seconds that something has been done. Errors do not belong here: they stay where they arose. */
export function showSuccess(text: string): void {
  toastManager.add({ title: text })
}
