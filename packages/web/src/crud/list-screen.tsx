import type { ComponentProps, ReactNode, RefObject } from 'react'
import { InlineLoadError, ListLoadError, type LoadErrorProps } from '#ui/feedback/load-error.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './list-screen.module.css'

interface Props extends Pick<LoadErrorProps, 'operation'>, Pick<ComponentProps<typeof Panel>, 'onKeyDown'> {
  title: string
  filters?: ReactNode
  /** Whether there is nothing to filter. */
  isEmpty?: boolean
  action?: ReactNode
  /** Whether the actions depend on the list, which is not loaded yet. */
  isActionPending?: boolean
  /** Whether the list is a table, which has its own surface. */
  isTable?: boolean
  /** Gets the focus when a focused control disappears. */
  results: RefObject<HTMLElement | null>
  /** The query of the list. After an error, a list that was loaded earlier stays. */
  query: LoadErrorProps['query'] & { data: unknown }
  children: ReactNode
}

/** The screen of a list: title, filters, main button, and the list or its error. */
export function ListScreen(props: Props) {
  const {
    title,
    filters,
    isEmpty = false,
    action,
    isActionPending,
    isTable = false,
    results,
    query,
    operation,
    onKeyDown,
    children,
  } = props
  const Failure = query.data === undefined ? ListLoadError : InlineLoadError
  return (
    <>
      <PageHeader title={title} isPending={isActionPending}>
        {action}
      </PageHeader>
      <div className={styles['toolbar']} inert={isEmpty}>
        {filters}
      </div>
      <Panel
        plain={!isTable}
        ref={results}
        className={isTable ? styles['table'] : undefined}
        tabIndex={-1}
        aria-label={title}
        onKeyDown={onKeyDown}
      >
        {query.error && <Failure query={query} operation={operation} focusOnRetry={results} />}
        {(!query.error || query.data !== undefined) && children}
      </Panel>
    </>
  )
}
