import type { ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './empty-state.module.css'

interface Props {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** Whether the state is an error, which is red and announced at once. */
  failed?: boolean
  actions?: ReactNode
}

/** A message that says why there is nothing here, and what to do next. */
export function EmptyState({ icon, title, children, failed = false, actions }: Props) {
  return (
    <div className={classNames(styles['empty'], failed && styles['failed'])} role={failed ? 'alert' : undefined}>
      <span className={styles['icon']} aria-hidden="true">
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
