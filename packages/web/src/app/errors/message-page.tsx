import type { ReactNode } from 'react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
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
      <EmptyState icon={icon} title={title} heading="h1" actions={actions}>
        {children}
      </EmptyState>
    </Frame>
  )
}
