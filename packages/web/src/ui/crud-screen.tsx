import type { Situation } from '@rapport/core/messages.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { LinkProps } from 'react-router-dom'
import { useFormFocus, useFormView } from '#lib/form-view.ts'
import { FormGate } from './form-gate.tsx'
import { showSuccess } from './toast.ts'

type Id = string | number

/** Props of the list of a CRUD screen. */
export interface ListProps<Item> {
  /** Undefined while they load. */
  items: readonly Item[] | undefined
  /** Why they could not be loaded. */
  error: Error | null
  /** Selects the text of the error catalogue. */
  situation: Situation
  /** They are being loaded, for the first time or again. */
  loading: boolean
  onRetry: () => void
  onAdd: () => void
  editLink: (id: Id) => Pick<LinkProps, 'to' | 'state'>
}

/** A saved record; some servers do not answer the id of a new one. */
export interface SavedRecord {
  id?: Id | undefined
  name: string
}

/** Props of the form of a CRUD screen. */
export interface FormProps<Item> {
  /** The record to edit; undefined for a new one. */
  record: Item | undefined
  draftName: string
  onCancel: () => void
  /** Says that the record is saved and goes back to the list, for a new one to its start. */
  onSaved: (saved: SavedRecord) => void
}

interface Props<Item> {
  query: UseQueryResult<readonly Item[]>
  /** Selects the text of the error catalogue for a list that cannot be loaded. */
  situation: Situation
  /** Names the form's drafts, such as `category`. */
  form: string
  addTitle: string
  editTitle: string
  backLabel: string
  /** Shown when the list has no such record. */
  missing: string
  renderList: (props: ListProps<Item>) => ReactNode
  renderForm: (props: FormProps<Item>) => ReactNode
}

/** A screen that is a list of records or, where the URL says so, the form for one of them. */
export function CrudScreen<Item extends { id: Id }>(props: Props<Item>) {
  const { query, situation, form, addTitle, editTitle, backLabel, missing, renderList, renderForm } = props
  const screen = useRef<HTMLDivElement>(null)
  const { view, openAdd, editLink, close, closeToStart } = useFormView()
  const focusSaved = useFormFocus(screen, view)
  const { data: items, error, isFetching } = query
  const onRetry = () => void query.refetch()

  return (
    <div ref={screen}>
      {view ? (
        <FormGate
          key={view.mode === 'edit' ? view.id : ''}
          view={view}
          form={form}
          title={view.mode === 'add' ? addTitle : editTitle}
          backLabel={backLabel}
          onBack={close}
          items={items}
          error={error}
          situation={situation}
          retrying={isFetching}
          onRetry={onRetry}
          missing={missing}
        >
          {(record, draftName) =>
            renderForm({
              record,
              draftName,
              onCancel: close,
              onSaved: ({ id, name }) => {
                if (id !== undefined) focusSaved(id)
                showSuccess(`${name} was ${record ? 'updated' : 'added'}.`)
                if (record) close()
                else closeToStart()
              },
            })
          }
        </FormGate>
      ) : (
        renderList({ items, error, situation, loading: isFetching, onRetry, onAdd: openAdd, editLink })
      )}
    </div>
  )
}
