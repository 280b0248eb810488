import type { ReactNode, RefObject } from 'react'
import type { ListProps } from './crud-screen.tsx'
import styles from './list-screen.module.css'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  title: string
  /** Search and filters. */
  filters?: ReactNode
  /** The list's main button. */
  action: ReactNode
  /** The panel around the list, which gets the focus when the focused control disappears. */
  results: RefObject<HTMLElement | null>
  list: Pick<ListProps<unknown>, 'items' | 'error' | 'messageKey' | 'loading' | 'onRetry'>
  children: ReactNode
}

/** A list's screen: title, filters and main button, and a panel that holds the list or says why there is none. */
export function ListScreen(props: Props) {
  const { title, filters, action, results, list, children } = props
  return (
    <>
      <PageHeader title={title} />
      <div className={styles['toolbar']}>
        <div className={styles['filters']}>{filters}</div>
        {action}
      </div>
      <Panel ref={results} tabIndex={-1} aria-label={title}>
        {list.error && (
          <div className={styles['error']}>
            <LoadError
              messageKey={list.messageKey}
              error={list.error}
              busy={list.loading}
              onRetry={() => {
                // The Retry button disappears with the error.
                results.current?.focus()
                list.onRetry()
              }}
            />
          </div>
        )}
        {(!list.error || list.items) && children}
      </Panel>
    </>
  )
}
