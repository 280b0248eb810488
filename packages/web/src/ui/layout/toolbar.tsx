import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

interface Props {
  /** Whether there is nothing to filter. */
  disabled?: boolean
  children?: ReactNode
}

/** The row of search and filters above a list, all of one height. */
export function Toolbar({ disabled = false, children }: Props) {
  return (
    <div className={styles['toolbar']} inert={disabled}>
      {children}
    </div>
  )
}
