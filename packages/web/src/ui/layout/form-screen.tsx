import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import { BackButton } from './back-button.tsx'
import { PageHeader } from './page-header.tsx'
import { Panel } from './panel.tsx'
import styles from './form-screen.module.css'

interface Props {
  title: string
  /** Name of the edited record; empty while it loads. */
  subject?: string | undefined
  /** A button above the title that leaves the form. */
  back?: ComponentProps<typeof BackButton> | undefined
  /** Content beside the panel, which stays in view. Phones do not show it, nor do low windows. */
  aside?: ReactNode
  children: ReactNode
}

/** The screen of a form: title, back button and panel. */
export function FormScreen({ title, subject, back, aside, children }: Props) {
  return (
    <div className={styles['screen']}>
      {back && <BackButton {...back} />}
      <PageHeader title={title} subject={subject} />
      <div className={classNames(styles['columns'], aside !== undefined && styles['two'])}>
        <Panel aria-label={title}>{children}</Panel>
        {aside !== undefined && <aside className={styles['aside']}>{aside}</aside>}
      </div>
    </div>
  )
}
