import type { Situation } from '@rapport/core/messages.ts'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FormView } from '#lib/form-view.ts'
import { useDraftName } from '#lib/use-draft.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './form-gate.module.css'
import { FormScreen } from './form-screen.tsx'
import { LoadError } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props<Item> {
  view: FormView
  /** Names the form's drafts, such as `category`. */
  form: string
  title: string
  backLabel: string
  onBack: () => void
  /** The list that holds the record to edit; undefined while it loads. */
  items: readonly Item[] | undefined
  /** Why the list could not be loaded. */
  error: Error | null
  /** Whose words of the error catalogue are shown then. */
  situation: Situation
  retrying: boolean
  onRetry: () => void
  /** Said when the list has no such record. */
  missing: string
  /** The form: of a record, or of something new. */
  children: (record: Item | undefined, draftName: string) => ReactNode
}

/** Lets a form through when all is known that it begins with, and says otherwise what it waits for or lacks. */
export function FormGate<Item extends { id: string | number }>(props: Props<Item>) {
  const { view, form, title, backLabel, onBack, items, error, situation, retrying, onRetry, missing, children } = props
  const id = view.mode === 'edit' ? view.id : undefined
  const draftName = useDraftName(`${form}:${id ?? 'new'}`)
  const found = id === undefined ? undefined : items?.find((item) => String(item.id) === id)
  // As it was when the form was opened: a list that is loaded anew must not take the form away.
  const [record, setRecord] = useState(found)
  if (record === undefined && found !== undefined) setRecord(found)

  const ready = id === undefined || record !== undefined
  if (ready && draftName !== undefined) return children(record, draftName)
  return (
    <FormScreen title={title} back={{ label: backLabel, onClick: onBack }}>
      {ready || (items === undefined && !error) ? (
        <div className={styles['placeholder']} aria-busy="true">
          <span className="visually-hidden" role="status">
            Loading…
          </span>
          <Skeleton width="8rem" />
          <span className={styles['box']} />
          <Skeleton width="6rem" />
          <span className={styles['line']} />
        </div>
      ) : items === undefined ? (
        <div className={styles['error']}>
          <LoadError situation={situation} error={error} busy={retrying} onRetry={onRetry} />
        </div>
      ) : (
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
      )}
    </FormScreen>
  )
}
