import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode, type Ref } from 'react'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './security.module.css'

interface Props<Data> {
  title: string
  intro: string
  /** State beside the title. */
  badge?: ReactNode
  /** Button below the content. */
  action?: ReactNode
  query: UseQueryResult<Data>
  operation: MessageKey
  /** Gets the focus when a focused control disappears. */
  ref?: Ref<HTMLElement>
  children: (data: Data) => ReactNode
}

/** The panel of a security setting, with its loading and error states. */
export function SecurityPanel<Data>({ title, intro, badge, action, query, operation, ref, children }: Props<Data>) {
  const { data, error } = query
  const id = useId()
  return (
    <Panel ref={ref} tabIndex={-1} aria-labelledby={id}>
      <div className={styles['panel']}>
        <header className={styles['header']}>
          <h2 id={id}>{title}</h2>
          {badge}
          <p className={styles['intro']}>{intro}</p>
        </header>
        <div className={styles['body']} aria-busy={data === undefined && !error}>
          {data !== undefined ? (
            children(data)
          ) : error ? (
            <InlineLoadError query={query} operation={operation} />
          ) : (
            <>
              <Skeleton width="60%" />
              <Skeleton width="40%" />
            </>
          )}
          {action && <div className={styles['actions']}>{action}</div>}
        </div>
      </div>
    </Panel>
  )
}
