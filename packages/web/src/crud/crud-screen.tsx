import type { EditableEntity, Id } from '@rapport/core/entities/entity.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { SearchX, Upload } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { recordsQuery } from '#data/records.ts'
import type { FormProps } from '#forms/use-record-form.tsx'
import { paths } from '#platform/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { FormScreen } from '#ui/layout/form-screen.tsx'
import { Button, ButtonLink } from '#ui/primitives/button.tsx'
import styles from './crud-screen.module.css'

export interface ListProps<Item> {
  query: UseQueryResult<readonly Item[]>
  onAdd: () => void
  editLink: (id: Id) => Pick<LinkProps, 'to'>
}

interface Props<Item> {
  entity: EditableEntity<Item>
  /** Text when no record has the id. */
  notFoundText: string
  renderList: (props: ListProps<Item>) => ReactNode
  renderForm: (props: FormProps<Item>) => ReactNode
}

/** A list of records or, with `?add` or `?edit=ID` in the URL, the form for one. */
export function CrudScreen<Item extends { id: Id }>(props: Props<Item>) {
  const { entity, renderList, renderForm } = props
  const query = useQuery(recordsQuery(entity))
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const id = params.get('edit') ?? undefined
  const isAdding = params.has('add')
  const screen = useScreenFocus(isAdding ? 'add' : id)

  // Memoised, because new columns would replace the cells of a table and lose the focus.
  const editLink = useCallback(
    (recordId: Id) => ({ to: { search: searchWith(params, `edit=${encodeURIComponent(recordId)}`) } }),
    [params],
  )

  const showList = (search = searchWith(params)) =>
    void navigate({ search }, { replace: true, preventScrollReset: true })
  const form = (record: Item | undefined) =>
    renderForm({
      record,
      onCancel: () => showList(),
      onSaved: (name, keptFields) => {
        const keptMessage =
          keptFields.length > 0 ? ` Also kept: ${keptFields.join(', ')}, changed by someone else.` : ''
        const message = `${name} was ${record ? 'updated' : 'added'}.${keptMessage}`
        if (record) {
          showSuccess(message)
          return showList()
        }
        // The new record is the first in the list, but may not match a search.
        const search = searchWith(params, '', ['search', 'page'])
        showSuccess(message, {
          label: 'Add another',
          run: () => void navigate({ search: searchWith(new URLSearchParams(search), 'add') }),
        })
        showList(search)
      },
    })
  return (
    <div ref={screen}>
      {isAdding ? (
        form(undefined)
      ) : id !== undefined ? (
        <RecordLoader key={id} {...props} id={id} query={query} onBack={() => showList()}>
          {form}
        </RecordLoader>
      ) : (
        renderList({
          query,
          onAdd: () => void navigate({ search: searchWith(params, 'add') }),
          editLink,
        })
      )}
    </div>
  )
}

interface LoaderProps<Item> extends Props<Item> {
  id: string
  /** List that contains the record. */
  query: UseQueryResult<readonly Item[]>
  onBack: () => void
  children: (record: Item) => ReactNode
}

/** Finds the record to edit, or says that it cannot be loaded or does not exist. */
function RecordLoader<Item extends { id: Id }>(props: LoaderProps<Item>) {
  const { entity, id, query, onBack, notFoundText, children } = props
  const { label, plural } = RECORD_KINDS[entity.singular]
  const backLabel = `Back to ${plural}`
  const loadedRecord = query.data?.find((item) => String(item.id) === id)
  // Keeps the record, so that the form stays if another admin deletes it.
  const [record, setRecord] = useState(loadedRecord)
  if (loadedRecord && loadedRecord !== record) setRecord(loadedRecord)
  if (record) return children(record)
  return (
    // Reserves the space of the form's preview while the record loads.
    <FormScreen
      title={`Edit ${label}`}
      subject={query.isPending ? '' : undefined}
      back={query.data ? undefined : { label: backLabel, onClick: onBack }}
      aside={query.isPending ? '' : undefined}
    >
      {query.data ? (
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
      ) : (
        <div className={styles['state']} aria-busy={query.isPending}>
          {query.isPending && <output className="note">Loading…</output>}
          <InlineLoadError query={query} operation={entity.operations.list} />
        </div>
      )}
    </FormScreen>
  )
}

/** Returns the URL's search with the list's state, and with `form` if one opens. */
function searchWith(params: URLSearchParams, form = '', without: readonly string[] = []): string {
  const list = new URLSearchParams(params)
  for (const name of ['add', 'edit', ...without]) list.delete(name)
  return [list.toString(), form].filter(Boolean).join('&')
}

/** Focuses the heading of an opened form and, after the form closes, the card of its record. */
function useScreenFocus(openForm: string | undefined) {
  const screen = useRef<HTMLDivElement>(null)
  const previous = useRef(openForm)
  useEffect(() => {
    const closedForm = previous.current
    previous.current = openForm
    if (closedForm === openForm) return
    const card = openForm === undefined ? `[data-item="${CSS.escape(closedForm ?? '')}"] a` : undefined
    const target = (card && screen.current?.querySelector(card)) ?? screen.current?.querySelector('h1')
    if (target instanceof HTMLElement) target.focus()
  }, [openForm])
  return screen
}

/** A link to the import, which then links back to this list. */
export function ImportLink() {
  const { pathname } = useLocation()
  return (
    <ButtonLink to={paths.import} state={pathname} icon={<Upload />}>
      Import
    </ButtonLink>
  )
}
