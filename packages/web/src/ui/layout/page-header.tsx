import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './page-header.module.css'

interface Props {
  title: string
  /** Name of the record that the screen is about. */
  subject?: string | undefined
  /** The page's main actions or filters. */
  children?: ReactNode
  /** Whether the actions are not known yet; their place is reserved. */
  isPending?: boolean | undefined
}

/** The heading of a screen, which also sets the title of the browser's tab. */
export function PageHeader({ title, subject, children, isPending = false }: Props) {
  const subjectId = useId()
  return (
    <header className={styles['header']}>
      <title>{[subject, title, 'Rapport'].filter(Boolean).join(' · ')}</title>
      <div className={styles['titles']}>
        <h1 className={styles['title']} tabIndex={-1} aria-describedby={subject ? subjectId : undefined}>
          {title}
        </h1>
        {subject !== undefined && (
          <p id={subjectId} className={styles['subject']} title={subject}>
            <bdi>{subject}</bdi>
          </p>
        )}
      </div>
      {children !== undefined && (
        <div className={classNames(styles['actions'], isPending && styles['pending'])}>{children}</div>
      )}
    </header>
  )
}
