import type { ReactNode } from 'react'
import icon from '#ui/brand/rapport-icon.svg'
import styles from './message-page.module.css'

interface Props {
  title: string
  children: ReactNode
  actions: ReactNode
  /** True inside a page that already has a `main`. */
  within?: boolean
}

/** Page with one message and the next actions. */
export function MessagePage({ title, children, actions, within = false }: Props) {
  const Frame = within ? 'div' : 'main'
  return (
    <Frame className={styles['page']}>
      <title>{`${title} · Rapport`}</title>
      <img src={icon} alt="" width="56" height="56" />
      <h1 className={styles['title']}>{title}</h1>
      <div className={styles['text']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </Frame>
  )
}
