import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from './banner.module.css'

/** Shown above every screen while the browser is offline. */
export function Banner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p role="status" className={styles['banner']}>
      <WifiOff aria-hidden="true" />
      <span>
        <strong>No connection.</strong> What is on the screen can still be read, and what you type is kept. Saving works
        again once the connection is back.
      </span>
    </p>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
