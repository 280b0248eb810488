import type { ReactNode, RefObject } from 'react'
import type { ListProps } from './crud-screen.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { LoadFailure } from '#ui/feedback/load-failure.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'

interface Props {
  title: string
  /** Search and filters. */
  filters?: ReactNode
  /** The list's main button. */
  action?: ReactNode
  /** The list is a table, on a surface of its own. */
  table?: boolean
  /** The list, which gets the focus when the focused control disappears. */
  results: RefObject<HTMLElement | null>
  list: Pick<ListProps<unknown>, 'items' | 'error' | 'messageKey' | 'loading' | 'onRetry'>
  children: ReactNode
}

/** A list's screen: title, filters and main button, and the list or why there are none. */
export function ListScreen(props: Props) {
  const { title, filters, action, table = false, results, list, children } = props
  const Failure = list.items ? LoadError : LoadFailure
  return (
    <>
      <PageHeader title={title}>{action}</PageHeader>
      <Toolbar>{filters}</Toolbar>
      <Panel plain={!table} ref={results} tabIndex={-1} aria-label={title}>
        {list.error && (
          <Failure
            messageKey={list.messageKey}
            error={list.error}
            busy={list.loading}
            onRetry={() => {
              // The Retry button disappears with the error.
              results.current?.focus()
              list.onRetry()
            }}
          />
        )}
        {(!list.error || list.items) && children}
      </Panel>
    </>
  )
}
