import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** The row of search and filters above a list, all of one height. */
export function Toolbar({ children }: { children?: ReactNode }) {
  return <div className={styles['toolbar']}>{children}</div>
}
