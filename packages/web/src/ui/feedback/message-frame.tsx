import type { ReactNode } from 'react'
import styles from './message-frame.module.css'

/** Takes the room of a list and shows one message in the middle of it. */
export function MessageFrame({ children }: { children: ReactNode }) {
  return <div className={styles['frame']}>{children}</div>
}
