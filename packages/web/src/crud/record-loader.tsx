import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { MessageFrame } from '#ui/feedback/message-frame.tsx'
import { FormScreen } from '#ui/layout/form-screen.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './record-loader.module.css'

interface Props<Item> {
  id: string
  /** List that contains the record. */
  query: UseQueryResult<readonly Item[]>
  operation: MessageKey
  /** Noun, such as `Category`. */
  singular: string
  backLabel: string
  onBack: () => void
  /** Text when no record has the id. */
  notFoundText: string
  children: (record: Item) => ReactNode
}

/** Finds the record to edit, or says that it cannot be loaded or does not exist. */
export function RecordLoader<Item extends { id: string | number }>(props: Props<Item>) {
  const { id, query, operation, singular, backLabel, onBack, notFoundText, children } = props
  const loadedRecord = query.data?.find((item) => String(item.id) === id)
  // Keeps the record, so that the form stays if another admin deletes it.
  const [record, setRecord] = useState(loadedRecord)
  if (loadedRecord && loadedRecord !== record) setRecord(loadedRecord)
  if (record) return children(record)
  return (
    // Reserves the space of the form's preview while the record loads.
    <FormScreen
      title={`Edit ${singular}`}
      subject={query.isPending ? '' : undefined}
      back={query.data ? undefined : { label: backLabel, onClick: onBack }}
      aside={query.isPending ? '' : undefined}
    >
      {query.data ? (
        <MessageFrame>
          <EmptyState
            icon={<SearchX />}
            title={notFoundText}
            actions={
              <Button variant="primary" onClick={onBack}>
                {backLabel}
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
        </div>
      ) : (
        <div className={styles['error']}>
          <InlineLoadError query={query} operation={operation} />
        </div>
      )}
    </FormScreen>
  )
}
