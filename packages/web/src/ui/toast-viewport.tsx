import { Toast } from '@base-ui/react/toast'
import { CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { takeToasts } from './toast.ts'
import styles from './toast-viewport.module.css'

/** Screen readers are told of what is added to a region that they know already. */
const REGION_KNOWN_MS = 100

const manager = Toast.createToastManager()

/** Draws the toasts. */
export function ToastViewport() {
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = takeToasts((text) => manager.add({ title: text }))
    }, REGION_KNOWN_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={1}>
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
    <Toast.Root key={toast.id} toast={toast} swipeDirection={['right', 'up', 'down']} className={styles['toast']}>
      <CircleCheck className={styles['icon']} aria-hidden="true" />
      <Toast.Title className={styles['title']} />
      <Toast.Close className={styles['close']} aria-label="Dismiss">
        <X aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ))
}
