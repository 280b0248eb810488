import type { MessageKey } from '@rapport/core/text/error-messages.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useNavigate, useSearchParams, type LinkProps } from 'react-router-dom'
import { RecordLoader } from './record-loader.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'

type Id = string | number

/** Props of the list of a `CrudScreen`. */
export interface ListProps<Item> {
  query: UseQueryResult<readonly Item[]>
  /** The key of the error texts. */
  messageKey: MessageKey
  onAdd: () => void
  editLink: (id: Id) => Pick<LinkProps, 'to'>
}

/** Props of the form of a `CrudScreen`. */
export interface FormProps<Item> {
  /** The record to edit; undefined for a new one. */
  record: Item | undefined
  onCancel: () => void
  /** Goes back to the list, and says what was saved, and which fields others changed meanwhile. */
  onSaved: (name: string, alsoKept: readonly string[]) => void
}

interface Props<Item> {
  query: UseQueryResult<readonly Item[]>
  /** The key of the error texts when the list cannot be loaded. */
  messageKey: MessageKey
  /** What a record is called in titles, such as `Category`. */
  noun: string
  backLabel: string
  /** The text when the list has no such record. */
  missing: string
  renderList: (props: ListProps<Item>) => ReactNode
  renderForm: (props: FormProps<Item>) => ReactNode
}

/** A list of records or, where the URL has `?add` or `?edit=ID`, the form for one of them. */
export function CrudScreen<Item extends { id: Id }>(props: Props<Item>) {
  const { query, messageKey, noun, backLabel, missing, renderList, renderForm } = props
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const id = params.get('edit') ?? undefined
  const isAdding = params.has('add')
  const screen = useScreenFocus(isAdding ? 'add' : id)

  // It changes with the URL alone: new columns would replace the cells of a table, and the focus would be lost.
  const editLink = useCallback(
    (record: Id) => ({ to: { search: searchWith(params, `edit=${encodeURIComponent(record)}`) } }),
    [params],
  )

  const showList = (search = searchWith(params)) =>
    void navigate({ search }, { replace: true, preventScrollReset: true })
  const form = (record: Item | undefined) =>
    renderForm({
      record,
      onCancel: () => showList(),
      onSaved: (name, alsoKept) => {
        const others = alsoKept.length > 0 ? ` Also kept: ${alsoKept.join(', ')}, changed by others.` : ''
        showSuccess(`${name} was ${record ? 'updated' : 'added'}.${others}`)
        const size = params.get('size')
        // A new record stands at the beginning of the unfiltered list.
        if (record) showList()
        else showList(size === null ? '' : `size=${size}`)
      },
    })
  return (
    <div ref={screen}>
      {isAdding ? (
        form(undefined)
      ) : id !== undefined ? (
        <RecordLoader
          key={id}
          id={id}
          query={query}
          messageKey={messageKey}
          noun={noun}
          backLabel={backLabel}
          onBack={() => showList()}
          missing={missing}
        >
          {form}
        </RecordLoader>
      ) : (
        renderList({
          query,
          messageKey,
          onAdd: () => void navigate({ search: searchWith(params, 'add') }),
          editLink,
        })
      )}
    </div>
  )
}

/** The search of the list, and what opens a form. */
function searchWith(params: URLSearchParams, form = ''): string {
  const list = new URLSearchParams(params)
  list.delete('add')
  list.delete('edit')
  return [list.toString(), form].filter(Boolean).join('&')
}

/** Moves the focus to the heading of a form that is opened, and back to the card of its record when it is closed. */
function useScreenFocus(openForm: string | undefined) {
  const screen = useRef<HTMLDivElement>(null)
  const previous = useRef(openForm)
  useEffect(() => {
    const closed = previous.current
    previous.current = openForm
    if (closed === openForm) return
    const card = openForm === undefined ? `[data-item="${CSS.escape(closed ?? '')}"] a` : undefined
    const target = (card && screen.current?.querySelector(card)) ?? screen.current?.querySelector('h1')
    if (target instanceof HTMLElement) target.focus()
  }, [openForm])
  return screen
}
