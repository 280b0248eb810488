import { WifiOff } from 'lucide-react'
import { useIsOnline } from '#platform/use-is-online.ts'
import styles from './banner.module.css'

/** A banner above every screen while the browser is offline. */
export function Banner() {
  if (useIsOnline()) return null
  return (
    <p role="status" className={styles['banner']}>
      <WifiOff aria-hidden="true" />
      <span>
        <strong>No connection.</strong> You can keep reading and typing; saving works again once it is back.
      </span>
    </p>
  )
}
