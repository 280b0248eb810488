import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, CircleDashed, X } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { toastManager } from './toast.ts'
import styles from './toaster.module.css'

const ICONS = new Map<string | undefined, typeof CircleAlert>([
  ['error', CircleAlert],
  ['progress', CircleDashed],
])

/** The toasts, rendered once, at the root of the signed-in screens. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={toastManager} limit={1}>
      <Toast.Viewport className={styles['viewport']}>
        <Toasts />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const Icon = ICONS.get(toast.type) ?? CircleCheck
    return (
      <Toast.Root key={toast.id} toast={toast} swipeDirection={['right', 'up', 'down']} className={styles['toast']}>
        <Icon className={styles['icon']} />
        <div className={styles['text']}>
          <Toast.Title className={styles['title']} />
          {toast.description !== undefined && <Toast.Description render={<pre />} className={styles['copied']} />}
        </div>
        {toast.actionProps && <Toast.Action render={<Button size="small" />} />}
        <Toast.Close render={<IconButton label="Dismiss" icon={X} />} />
      </Toast.Root>
    )
  })
}
