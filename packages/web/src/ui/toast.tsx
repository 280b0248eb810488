import { Toast } from '@base-ui/react/toast'
import { CircleCheck, X } from 'lucide-react'
import styles from './toast.module.css'

const manager = Toast.createToastManager()

/** Says for a few seconds that something has been done. Errors do not belong here: they stay where they arose. */
export function showSuccess(text: string): void {
  manager.add({ title: text })
}

/** Where the toasts appear; once, at the root of the signed-in screens. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles['viewport']}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={['right', 'down']} className={styles['toast']}>
      <CircleCheck className={styles['icon']} aria-hidden="true" />
      <Toast.Title className={styles['title']} />
      <Toast.Close className={styles['close']} aria-label="Dismiss">
        <X aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ))
}
