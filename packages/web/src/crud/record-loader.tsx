import type { MessageKey } from '@rapport/core/text/error-messages.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FormScreen } from '#ui/layout/form-screen.tsx'
import { MessageFrame } from '#ui/feedback/message-frame.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import styles from './record-loader.module.css'
import { Skeleton } from '#ui/primitives/skeleton.tsx'

interface Props<Item> {
  id: string
  /** The list that holds the record. */
  query: UseQueryResult<readonly Item[]>
  /** The key of the error texts when it cannot be loaded. */
  messageKey: MessageKey
  /** What it is, such as `Category`. */
  noun: string
  backLabel: string
  onBack: () => void
  /** The text when the list has no such record. */
  missing: string
  children: (record: Item) => ReactNode
}

/** Finds the record that a form edits, or shows that it cannot be loaded or does not exist. */
export function RecordLoader<Item extends { id: string | number }>(props: Props<Item>) {
  const { id, query, messageKey, noun, backLabel, onBack, missing, children } = props
  const found = query.data?.find((item) => String(item.id) === id)
  // Where another admin deletes it meanwhile, the form stays with what was typed.
  const [record, setRecord] = useState(found)
  if (found && found !== record) setRecord(found)
  if (record) return children(record)
  return (
    <FormScreen title={`Edit ${noun}`} back={{ label: backLabel, onClick: onBack }}>
      {query.data ? (
        <MessageFrame>
          <EmptyState
            icon={<SearchX />}
            title={missing}
            actions={
              <Button variant="primary" onClick={onBack}>
                Show the list
              </Button>
            }
          >
            It may have been deleted, or the address is mistyped.
          </EmptyState>
        </MessageFrame>
      ) : query.isPending ? (
        <div className={styles['placeholder']} aria-busy="true">
          <span className="visually-hidden" role="status">
            Loading…
          </span>
          <Skeleton width="8rem" />
          <span className={styles['box']} />
          <Skeleton width="6rem" />
          <span className={styles['line']} />
        </div>
      ) : (
        <div className={styles['error']}>
          <LoadError
            messageKey={messageKey}
            error={query.error}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
    </FormScreen>
  )
}
