import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

interface Props {
  /** Search and filters. */
  children?: ReactNode
  /** At the right end, such as the list's main button. */
  end?: ReactNode
}

/** The row of controls above a list, all of one height. */
export function Toolbar({ children, end }: Props) {
  return (
    <div className={styles['toolbar']}>
      <div className={styles['filters']}>{children}</div>
      {end !== undefined && <div className={styles['end']}>{end}</div>}
    </div>
  )
}
