import type { ReactNode, RefObject } from 'react'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { LoadFailure } from '#ui/feedback/load-failure.tsx'
import type { LoadErrorProps } from '#ui/feedback/retry-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'

interface Props extends Pick<LoadErrorProps, 'messageKey'> {
  title: string
  /** Search and filters. */
  filters?: ReactNode
  /** The list's main button. */
  action?: ReactNode
  /** The list is a table, on a surface of its own. */
  table?: boolean
  /** The list, which gets the focus when the focused control disappears. */
  results: RefObject<HTMLElement | null>
  /** Whatever is in the list; after an error, the list stays if there is one. */
  query: LoadErrorProps['query'] & { data: unknown }
  children: ReactNode
}

/** A list's screen: title, filters and main button, and the list or why there are none. */
export function ListScreen(props: Props) {
  const { title, filters, action, table = false, results, query, messageKey, children } = props
  const Failure = query.data === undefined ? LoadFailure : LoadError
  return (
    <>
      <PageHeader title={title}>{action}</PageHeader>
      <Toolbar>{filters}</Toolbar>
      <Panel plain={!table} ref={results} tabIndex={-1} aria-label={title}>
        {query.error && <Failure query={query} messageKey={messageKey} focusOnRetry={results} />}
        {(!query.error || query.data !== undefined) && children}
      </Panel>
    </>
  )
}
