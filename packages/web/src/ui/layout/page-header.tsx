import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface Props {
  title: string
  /** The page's main actions or filters. */
  children?: ReactNode
}

/** Heading of a screen, which also sets the browser tab's title. */
export function PageHeader({ title, children }: Props) {
  return (
    <header className={styles['header']}>
      <title>{`${title} · Rapport`}</title>
      <h1 className={styles['title']} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </header>
  )
}
