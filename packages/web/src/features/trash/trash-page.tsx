import { ENTITY_NAMES } from '@rapport/core/api/operations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, SearchX, Trash2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useConfirmation, wordFor } from '#crud/confirmation.tsx'
import { DeleteManyDialog } from '#crud/delete-many.tsx'
import { ListScreen } from '#crud/list-screen.tsx'
import { useClampedPage, useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { useSelection } from '#crud/use-selection.ts'
import { client as server } from '#data/api.ts'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { useRequiresReason } from '#data/settings.queries.ts'
import { restoredMessage, restoreRecords } from '#data/trash.ts'
import { useToday } from '#platform/use-today.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { errorText } from '#ui/feedback/error-text.ts'
import { showError, showSuccess } from '#ui/feedback/toast.ts'
import { FilterMenu } from '#ui/fields/filter-menu.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { SelectionBar } from '#ui/table/selection-bar.tsx'
import { EmptyTrash } from './empty-trash.tsx'
import { RestoreConflicts } from './restore-conflicts.tsx'
import { trashColumns } from './trash-columns.tsx'
import { trashQuery, type RestoreConflict, type TrashItem, type TrashQuery } from './trash.queries.ts'

/** Records in the trash, which are deleted permanently. */
const TRASH_ITEM = {
  noun: 'records',
  singular: 'record',
  operations: { list: 'listTrash', delete: 'purgeTrashItem' },
} as const
const LIST: ListConfig<never> = { sorts: [], filterNames: ['kind'] }
const KIND_OPTIONS = ENTITY_NAMES.map((value) => ({ value, label: RECORD_KINDS[value].label }))

/** The deleted records, which can be restored for 30 days. */
export function TrashPage() {
  const client = useQueryClient()
  const [params, change] = useListParams(LIST)
  const { page, size, search } = params
  const searchInput = useSearchInput(params, change)
  const kind = ENTITY_NAMES.find((name) => name === params.filters['kind']?.[0])
  const filter: TrashQuery = { ...(search.trim() !== '' && { search: search.trim() }), ...(kind && { entity: kind }) }
  const query = useQuery(trashQuery({ page, page_size: size, ...filter }))
  const { data, isPlaceholderData } = query
  useClampedPage({ page, size, total: isPlaceholderData ? undefined : data?.total }, change)
  const { selected, select, clear } = useSelection<TrashItem>(JSON.stringify(filter))
  const [itemsToPurge, setItemsToPurge] = useState<readonly TrashItem[]>()
  const [conflicts, setConflicts] = useState<readonly RestoreConflict[]>([])
  const confirmation = useConfirmation({
    isReasonRequired: useRequiresReason(),
    word: wordFor(itemsToPurge?.length ?? 0),
  })
  const results = useRef<HTMLElement>(null)
  const reloadAll = () => void client.invalidateQueries()

  const {
    mutate,
    isPending,
    error: restoreError,
    reset,
  } = useMutation({
    mutationFn: restoreRecords,
    onSuccess: ({ restored, conflicts: remaining }, { ids = [], names }) => {
      const [id = 0, ...others] = ids
      const name = names?.[id] ?? data?.items.find((item) => item.id === id)?.name
      if (restored > 0) showSuccess(restoredMessage(restored, others.length > 0 ? undefined : name))
      setConflicts(remaining)
      clear()
      // The focused button disappears with its row.
      if (remaining.length === 0) results.current?.focus({ preventScroll: true })
    },
    onError: (failure) => {
      if (conflicts.length === 0) showError(errorText('restoreTrash', failure))
    },
    onSettled: reloadAll,
  })
  const today = useToday()
  const columns = useMemo(
    () =>
      trashColumns({
        now: today,
        onRestore: ({ id }) => mutate({ ids: [id] }),
        onPurge: (item) => setItemsToPurge([item]),
      }),
    [today, mutate],
  )
  const batch = findCommonBatch([...selected.values()], data?.items)
  const isFiltered = search.trim() !== '' || kind !== undefined
  const isEmpty = data?.total === 0 && !isFiltered && !isPlaceholderData
  return (
    <ListScreen
      title="Trash"
      isTable
      results={results}
      query={query}
      operation="listTrash"
      action={<EmptyTrash disabled={isEmpty} fallbackFocus={results} />}
      isEmpty={isEmpty}
      filters={
        <>
          <SearchField label="Search the trash" placeholder="Search trash" {...searchInput.field} />
          <FilterMenu
            label="Kind"
            selected={kind ? [kind] : []}
            single
            options={KIND_OPTIONS}
            onChange={(next) => change({ filters: { kind: next } })}
          />
        </>
      }
    >
      <DataTable
        caption="Trash"
        columns={columns}
        rows={data?.items}
        expectedRows={size}
        rowId={({ id }) => String(id)}
        isStale={isPlaceholderData}
        selection={{
          isSelected: ({ id }) => selected.has(id),
          formatLabel: ({ name }) => name,
          onSelect: select,
        }}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<SearchX />}
              title="Nothing in the trash matches"
              actions={<Button onClick={() => searchInput.clear({ kind: undefined })}>Clear filters</Button>}
            />
          ) : (
            <EmptyState icon={<Trash2 />} title="The trash is empty">
              What is deleted stays here for 30 days and can be restored.
            </EmptyState>
          )
        }
      />
      {selected.size > 0 && (
        <SelectionBar
          plural="records"
          selectedCount={selected.size}
          deleteLabel="Delete permanently"
          onClear={clear}
          onDelete={() => setItemsToPurge([...selected.values()])}
        >
          <Button icon={<RotateCcw />} busy={isPending} onClick={() => mutate({ ids: [...selected.keys()] })}>
            Restore
          </Button>
          {batch !== undefined && (
            <Button busy={isPending} onClick={() => mutate({ batch })}>
              Restore the whole batch
            </Button>
          )}
        </SelectionBar>
      )}
      <ListFooter
        page={page}
        size={size}
        shown={data?.items.length}
        total={data?.total ?? 0}
        loadingText="Loading the trash..."
        onChange={searchInput.changePage}
      />
      <DeleteManyDialog
        entity={TRASH_ITEM}
        records={itemsToPurge}
        formatName={({ name }) => name}
        deleteRecord={async ({ id }) => {
          await server.call('purgeTrashItem', { params: { id: String(id) }, query: confirmation.sent })
        }}
        confirmation={confirmation}
        reload={reloadAll}
        onDeleted={(items) => select(items, false)}
        onClose={() => setItemsToPurge(undefined)}
        fallbackFocus={results}
      />
      <RestoreConflicts
        conflicts={conflicts}
        busy={isPending}
        error={restoreError && conflicts.length > 0 ? errorText('restoreTrash', restoreError) : undefined}
        onRestore={(names) => mutate({ ids: Object.keys(names), names })}
        onClose={() => {
          reset()
          setConflicts([])
        }}
      />
    </ListScreen>
  )
}

/** Returns the batch of the selected records, if they share one and the page shows several records of it. */
function findCommonBatch(selected: readonly TrashItem[], shown: readonly TrashItem[] = []): string | undefined {
  const batch = selected[0]?.batch ?? undefined
  if (batch === undefined || selected.some((item) => item.batch !== batch)) return undefined
  return shown.filter((item) => item.batch === batch).length > 1 ? batch : undefined
}
