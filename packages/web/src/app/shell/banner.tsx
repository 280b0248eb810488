import { WifiOff } from 'lucide-react'
import { useIsOnline } from '#platform/use-is-online.ts'
import styles from './banner.module.css'

/** Shown above every screen while the browser is offline. */
export function Banner() {
  if (useIsOnline()) return null
  return (
    <p role="status" className={styles['banner']}>
      <WifiOff aria-hidden="true" />
      <span>
        <strong>No connection.</strong> What you type is kept
        <span className={styles['further']}>
          , and what is on the screen can still be read. Saving works again once the connection is back
        </span>
        .
      </span>
    </p>
  )
}
