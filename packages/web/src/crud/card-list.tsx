import type { EditableEntity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { parseSearch } from '@rapport/core/text/fold-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, SearchX } from 'lucide-react'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { hiddenRecordsMessage } from '#data/hidden-records.ts'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { recordsQuery } from '#data/records.ts'
import { CardGrid } from '#ui/cards/card-grid.tsx'
import type { Card } from '#ui/cards/card.tsx'
import type { Command } from '#ui/copy-as-command/copy-command.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { SelectionBar } from '#ui/table/selection-bar.tsx'
import { ImportLink, type ListProps } from './crud-screen.tsx'
import { DeleteManyDialog, type DeleteManyProps } from './delete-many.tsx'
import { DeleteRecordDialog, type DeleteRecordProps } from './delete-record.tsx'
import { ExportRecords } from './export-records.tsx'
import { ListScreen } from './list-screen.tsx'
import { useCurrentPage, type useListParams, type useSearchInput } from './use-list-params.ts'
import { useSelection } from './use-selection.ts'

/** How the records of a list are deleted, alone or together. */
export type CardDeletion<Item> = Omit<
  DeleteRecordProps<Item> & DeleteManyProps<Item>,
  'entity' | 'record' | 'records' | 'onDeleted' | 'onClose' | 'fallbackFocus' | 'children'
> & {
  /** Says exactly what will be deleted. */
  renderDescription: DeleteRecordProps<Item>['children']
  onClose?: () => void
}

interface Props<Item> {
  entity: EditableEntity<Item>
  list: ListProps<Item>
  params: ReturnType<typeof useListParams<never>>
  searchInput: ReturnType<typeof useSearchInput>
  /** Matching records; undefined while they load. */
  matches: readonly Item[] | undefined
  /** Names of the parents by id, for the export. */
  parentNames?: ReadonlyMap<string, string>
  filters: ReactNode
  command: () => Command
  addLabel: string
  loadingText: string
  /** Says that no record matches. */
  unmatchedText: string
  lines?: number
  renderCard: (record: Item, card: Pick<ComponentProps<typeof Card>, 'onDelete' | 'selection'>) => ReactNode
  deletion: CardDeletion<Item>
  /** The empty state when there are no records. */
  empty: { title: string; text: string }
}

/** A paged list of records as cards with pictures, which can be deleted alone or together. */
export function CardList<Item extends ServerRecord>(props: Props<Item>) {
  const { entity, list, params, matches, filters, command, lines = 1 } = props
  const { parentNames, searchInput, renderCard, deletion, empty } = props
  const { plural: title, icon: Icon } = RECORD_KINDS[entity.singular]
  const [{ size, filters: activeFilters }, change] = params
  const [recordToDelete, setRecordToDelete] = useState<Item>()
  const [recordsToDelete, setRecordsToDelete] = useState<readonly Item[]>()
  const { selected, select, clear } = useSelection<Item>(JSON.stringify([searchInput.search, activeFilters]))
  const { renderDescription, onClose, ...deletionProps } = deletion
  const resultsRef = useRef<HTMLElement>(null)
  const notice = useQuery({ ...recordsQuery(entity), select: hiddenRecordsMessage }).data
  const { page, items: pageItems } = useCurrentPage(matches, { page: searchInput.page, size }, change)
  const isEmpty = list.query.data?.length === 0
  const { id } = parseSearch(searchInput.search)
  const clearAll = () =>
    searchInput.clear(Object.fromEntries(Object.keys(activeFilters).map((name) => [name, undefined])))
  const addButton = (
    <Button variant="primary" icon={<Plus />} onClick={list.onAdd}>
      {props.addLabel}
    </Button>
  )
  const actions = (
    <>
      <ExportRecords entity={entity} records={matches} parentNames={parentNames} command={command} />
      <ImportLink />
      {!isEmpty && addButton}
    </>
  )
  return (
    <ListScreen
      title={title}
      results={resultsRef}
      query={list.query}
      operation={entity.operations.list}
      filters={filters}
      isEmpty={isEmpty}
      action={actions}
      isActionPending={list.query.isPending}
    >
      {notice !== undefined && <Notice tone="info">{notice}</Notice>}
      <CardGrid
        label={title}
        items={pageItems}
        expectedCards={size}
        pictured
        lines={lines}
        renderCard={(record) =>
          renderCard(record, {
            onDelete: () => setRecordToDelete(record),
            selection: { selected: selected.has(record.id), onSelect: (isSelected) => select([record], isSelected) },
          })
        }
        empty={
          isEmpty ? (
            <EmptyState icon={<Icon />} title={empty.title} actions={addButton}>
              {empty.text}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={props.unmatchedText}
              actions={
                <>
                  <Button onClick={clearAll}>Show all {entity.noun}</Button>
                  {searchInput.search.trim() === '' && addButton}
                </>
              }
            >
              {id !== undefined
                ? `No ${entity.singular} here has the id ${id}.`
                : searchInput.search.trim() !== '' && `No name here contains “${searchInput.search.trim()}”.`}
            </EmptyState>
          )
        }
      />
      {selected.size > 0 && (
        <SelectionBar
          plural={entity.noun}
          selectedCount={selected.size}
          deleteLabel={`Delete ${selected.size} ${selected.size === 1 ? entity.singular : entity.noun}`}
          selectAllButton={
            matches &&
            selected.size < matches.length && (
              <Button variant="ghost" onClick={() => select(matches, true)}>{`Select all ${matches.length}`}</Button>
            )
          }
          onClear={clear}
          onDelete={() => setRecordsToDelete([...selected.values()])}
        />
      )}
      {matches?.length !== 0 && (
        <ListFooter
          page={page}
          size={size}
          sizeLabel="Cards per page"
          shown={pageItems?.length}
          total={matches?.length ?? 0}
          loadingText={props.loadingText}
          onChange={searchInput.changePage}
        />
      )}
      <DeleteManyDialog
        {...deletionProps}
        entity={entity}
        records={recordsToDelete}
        onDeleted={(records) => select(records, false)}
        onClose={() => {
          setRecordsToDelete(undefined)
          onClose?.()
        }}
        fallbackFocus={resultsRef}
      />
      <DeleteRecordDialog
        {...deletionProps}
        entity={entity}
        record={recordToDelete}
        onClose={() => {
          setRecordToDelete(undefined)
          onClose?.()
        }}
        fallbackFocus={resultsRef}
      >
        {renderDescription}
      </DeleteRecordDialog>
    </ListScreen>
  )
}
