import type { Situation } from '@rapport/core/messages.ts'
import type { ReactNode, RefObject } from 'react'
import styles from './list-screen.module.css'
import { LoadError } from './load-error.tsx'
import { PageHeader } from './page-header.tsx'
import { Panel } from './panel.tsx'

interface Props {
  title: string
  /** Search and filters. */
  filters?: ReactNode
  /** The list's main button. */
  action: ReactNode
  /** The panel around the list, which gets the focus when what had it is gone. */
  results: RefObject<HTMLElement | null>
  /** There is something to show, though it may be from before an error. */
  loaded: boolean
  /** Why the list could not be loaded. */
  error: Error | null
  /** Whose words of the error catalogue are shown. */
  situation: Situation
  retrying: boolean
  onRetry: () => void
  children: ReactNode
}

/** A list's screen: title, filters and main button, and a panel that holds the list or says why there is none. */
export function ListScreen(props: Props) {
  const { title, filters, action, results, loaded, error, situation, retrying, onRetry, children } = props
  return (
    <>
      <PageHeader title={title} />
      <div className={styles['toolbar']}>
        <div className={styles['filters']}>{filters}</div>
        {action}
      </div>
      <Panel ref={results} tabIndex={-1} aria-label={title}>
        {error && (
          <div className={styles['error']}>
            <LoadError
              situation={situation}
              error={error}
              busy={retrying}
              onRetry={() => {
                // The button goes with the error.
                results.current?.focus()
                onRetry()
              }}
            />
          </div>
        )}
        {(!error || loaded) && children}
      </Panel>
    </>
  )
}
