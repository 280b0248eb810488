import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** Buttons for what to do next. */
  actions?: ReactNode
}

/** Says why there is nothing here, and what to do next. */
export function EmptyState({ icon, title, children, actions }: Props) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} aria-hidden="true">
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
