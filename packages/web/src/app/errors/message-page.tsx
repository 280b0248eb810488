import type { ReactNode } from 'react'
import styles from './message-page.module.css'

interface Props {
  icon: ReactNode
  title: string
  children: ReactNode
  actions: ReactNode
  /** Whether the message is inside a page that already has a `main`. */
  isNested?: boolean
}

/** A page with one message and the next actions. */
export function MessagePage({ icon, title, children, actions, isNested = false }: Props) {
  const Frame = isNested ? 'div' : 'main'
  return (
    <Frame className={styles['page']}>
      <title>{`${title} · Rapport`}</title>
      <span className="tile" aria-hidden="true">
        {icon}
      </span>
      <h1 className={styles['title']}>{title}</h1>
      <div className={styles['text']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </Frame>
  )
}
