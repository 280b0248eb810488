import type { ReactNode } from 'react'
import styles from './app-preview.module.css'

/** A record about as the app shows it, beside its form. Screen readers have the form itself. */
export function AppPreview({ children }: { children: ReactNode }) {
  return (
    <div className={styles['preview']} aria-hidden="true">
      <p className="note">In the app, approximately</p>
      <div className={styles['card']}>{children}</div>
    </div>
  )
}
