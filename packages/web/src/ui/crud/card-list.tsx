import { Plus, SearchX } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { CardGrid } from '#ui/cards/card-grid.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { PAGE_SIZES, usePageOf, type useListParams, type useTypedSearch } from '#ui/table/use-list-params.ts'
import type { ListProps } from './crud-screen.tsx'
import { ListScreen } from './list-screen.tsx'

interface Props<Item> {
  title: string
  list: ListProps<Item>
  params: ReturnType<typeof useListParams<never>>
  typed: ReturnType<typeof useTypedSearch>
  /** The records that match; undefined while they load. */
  matches: readonly Item[] | undefined
  /** Said above the cards. */
  notice: string | undefined
  filters: ReactNode
  addLabel: string
  loading: string
  /** Lines of text on a card. */
  lines?: number
  renderCard: (record: Item, onDelete: () => void) => ReactNode
  renderDelete: (props: {
    record: Item | undefined
    onClose: () => void
    fallbackFocus: RefObject<HTMLElement | null>
  }) => ReactNode
  /** When there are no records at all. */
  empty: { icon: ReactNode; title: string; text: string }
  /** When none match. */
  unmatched: { title: string; clearLabel: string; onClear: () => void }
}

/** A list of records as cards with pictures, page by page, each of which can be deleted. */
export function CardList<Item extends { id: string | number }>(props: Props<Item>) {
  const { title, list, params, typed, matches, notice, filters, addLabel, loading, lines = 1 } = props
  const { renderCard, renderDelete, empty, unmatched } = props
  const [{ size }, change] = params
  const [recordToDelete, setRecordToDelete] = useState<Item>()
  const results = useRef<HTMLElement>(null)
  const { page, items: shown } = usePageOf(matches, { page: typed.page, size }, change)
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={list.onAdd}>
      {addLabel}
    </Button>
  )
  return (
    <ListScreen title={title} results={results} list={list} filters={filters} action={add}>
      {notice !== undefined && <Notice tone="info">{notice}</Notice>}
      <CardGrid
        label={title}
        items={shown}
        expectedCards={size}
        pictured
        lines={lines}
        renderCard={(record) => renderCard(record, () => setRecordToDelete(record))}
        empty={
          list.items?.length === 0 ? (
            <EmptyState icon={empty.icon} title={empty.title} actions={add}>
              {empty.text}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={unmatched.title}
              actions={<Button onClick={unmatched.onClear}>{unmatched.clearLabel}</Button>}
            />
          )
        }
      />
      <ListFooter
        page={page}
        size={size}
        sizes={PAGE_SIZES}
        sizeLabel="Cards per page"
        shown={shown?.length}
        total={matches?.length ?? 0}
        loading={loading}
        onPage={(next) => change({ page: next })}
        onSize={(next) => change({ size: next })}
      />
      {renderDelete({
        record: recordToDelete,
        onClose: () => setRecordToDelete(undefined),
        fallbackFocus: results,
      })}
    </ListScreen>
  )
}
