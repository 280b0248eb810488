import type { ComponentProps, ReactNode } from 'react'
import styles from './profile-section.module.css'

interface Props extends ComponentProps<'div'> {
  title: string
  intro: string
  /** State beside the title. */
  badge?: ReactNode
}

/** Title and sentence above the content of a part of the profile, or beside it in wide windows. */
export function ProfileSection({ title, intro, badge, ...body }: Props) {
  return (
    <div className={styles['section']}>
      <header className={styles['header']}>
        <h2>{title}</h2>
        {badge}
        <p className={styles['intro']}>{intro}</p>
      </header>
      <div {...body} className={styles['body']} />
    </div>
  )
}
