import type { ReactNode } from 'react'
import styles from './message-frame.module.css'

/** A frame that centres a message in the space of a list. */
export function MessageFrame({ children }: { children: ReactNode }) {
  return <div className={styles['frame']}>{children}</div>
}
