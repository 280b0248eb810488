import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './form-screen.module.css'
import { PageHeader } from './page-header.tsx'
import { Panel } from './panel.tsx'

interface Props {
  title: string
  /** A button above the title that leaves the form. */
  back?: { label: string; onClick: () => void } | undefined
  /** Stands beside the panel where there is room, and stays in view; left out elsewhere. */
  aside?: ReactNode
  children: ReactNode
}

/** A form's screen: title, the way back, and one panel. */
export function FormScreen({ title, back, aside, children }: Props) {
  return (
    <div className={styles['screen']}>
      {back && (
        <Button
          className={styles['back']}
          variant="ghost"
          size="small"
          icon={<ArrowLeft aria-hidden="true" />}
          onClick={back.onClick}
        >
          {back.label}
        </Button>
      )}
      <PageHeader title={title} />
      <div className={classNames(styles['columns'], aside !== undefined && styles['two'])}>
        <Panel aria-label={title}>{children}</Panel>
        {aside !== undefined && <aside className={styles['aside']}>{aside}</aside>}
      </div>
    </div>
  )
}
