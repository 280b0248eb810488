import { Download, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Segments } from '#ui/fields/segments.tsx'
import { BackButton } from '#ui/layout/back-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { LeaveConfirmation } from '#ui/overlays/leave-confirmation.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { countPages, PAGE_SIZES } from '#ui/table/pagination.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportActions } from './import-actions.tsx'
import { importColumns, type RowWithState } from './import-columns.tsx'
import { ImportGuide } from './import-guide.tsx'
import { importOrigin } from './import-origin.ts'
import { ImportSummary } from './import-summary.tsx'
import { imageKey } from './plan/import-images.ts'
import type { PlannedRow } from './plan/import-plan.ts'
import { countStates, countsText, ROW_STATES, type RowState, statesIn, toRowState } from './plan/row-state.ts'
import { useImport } from './use-import.ts'
import styles from './import-page.module.css'

/** The screen that reads catalogue files, previews their changes and imports them. */
export function ImportPage() {
  const state = useImport()
  const { files, images, remote, plan, runner, entities, correct } = state
  const [filter, setFilter] = useState<RowState | 'all'>('all')
  const [{ page, size }, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: PAGE_SIZES[0] })
  const panel = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const back = importOrigin(from)
  const isRunning = runner.progress !== undefined
  const rows = plan.data?.rows

  const { results } = runner
  const counts = useMemo(() => countStates(rows ?? [], results), [rows, results])
  const states = statesIn(counts)
  const currentFilter = filter !== 'all' && counts[filter] === undefined ? 'all' : filter
  const filteredRows = useMemo(() => {
    const byState = Map.groupBy(
      (rows ?? []).map((row): RowWithState => {
        const rowState = toRowState(row, results)
        // A failure is not shown if nothing is left to change.
        return { row, state: rowState, result: rowState === 'unchanged' ? undefined : results.get(row.originalRow) }
      }),
      ({ state: rowState }) => rowState,
    )
    return (currentFilter === 'all' ? statesIn(counts) : [currentFilter]).flatMap((name) => byState.get(name) ?? [])
  }, [rows, results, counts, currentFilter])
  const currentPage = Math.min(page, countPages(filteredRows.length, size))
  const imageByName = useMemo(() => new Map(images.map((image) => [imageKey(image.name), image])), [images])
  const columns = useMemo(
    () => importColumns({ findImage: (path) => imageByName.get(imageKey(path)), onCorrect: correct }),
    [imageByName, correct],
  )
  useEffect(() => {
    // The focused value or button may have disappeared.
    if (rows && !isRunning && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [rows, isRunning])
  const hasRows = files.some((file) => file.rows.length > 0) && !remote.error

  return (
    <>
      <BackButton label={back.label} onClick={() => void navigate(back.path)} />
      <PageHeader title="Import">
        {hasRows && (
          <ImportActions
            rows={rows ?? []}
            isReady={plan.isSuccess && !plan.isPlaceholderData && !remote.isFetching}
            runner={runner}
            listPath={importOrigin(from, entities[0]?.singular).path}
          />
        )}
      </PageHeader>
      <LeaveConfirmation
        when={() => isRunning || state.hasUnsavedCorrections}
        title={isRunning ? 'Leave while the import is running?' : 'Leave without the corrections?'}
      >
        {isRunning
          ? 'The import stops: rows not yet sent will not be imported.'
          : 'Your corrections will be lost. Download the corrected files to keep them.'}
      </LeaveConfirmation>
      <div className={styles['files']}>
        <ChosenFiles
          files={files}
          images={images}
          otherNames={state.otherNames}
          disabled={isRunning}
          dropZone={
            <FileDrop small={files.length > 0} disabled={isRunning} onFiles={(added) => void state.addFiles(added)} />
          }
          rows={rows ?? []}
          fileIssues={plan.data?.fileIssues ?? []}
          onRemove={state.remove}
          onRemoveImages={state.removeImages}
        />
      </div>
      <InlineLoadError query={remote} operation={entities[0]?.operations.list ?? 'listCategories'} />
      {files.length === 0 && <ImportGuide />}
      {hasRows && (
        <>
          <div className={styles['tools']}>
            {rows && !isRunning && <ImportSummary state={state} rows={rows} counts={counts} />}
            <Segments
              label="Rows to show"
              value={currentFilter}
              options={[
                { value: 'all', label: 'All', count: rows?.length ?? 0 },
                ...states.map((value) => ({ value, label: ROW_STATES[value].filter, count: counts[value] })),
              ]}
              onChange={(next) => {
                setFilter(next)
                setPaging({ page: 1, size })
              }}
            />
            <output className="visually-hidden">{rows && countsText(counts)}</output>
            <DownloadCorrected state={state} rows={rows ?? []} />
          </div>
          <Panel ref={panel} tabIndex={-1} aria-label="Import preview">
            <DataTable
              caption="Import preview"
              columns={columns}
              rows={rows && filteredRows.slice((currentPage - 1) * size, currentPage * size)}
              expectedRows={size}
              rowId={({ row }) => row.id}
              isStale={plan.isPlaceholderData}
              empty={<EmptyState icon={<SearchX />} title="No rows of this kind" />}
            />
            <ListFooter
              page={currentPage}
              size={size}
              shown={rows && Math.min(size, filteredRows.length - (currentPage - 1) * size)}
              total={filteredRows.length}
              loadingText="Comparing with the server..."
              onChange={(next) => setPaging({ size, page: 1, ...next })}
            />
          </Panel>
        </>
      )}
      {plan.error && (
        <Notice
          tone="error"
          action={
            <Button size="small" busy={plan.isFetching} onClick={() => void plan.refetch()}>
              Retry
            </Button>
          }
        >
          {`The files could not be compared with the server. ${plan.error.message}`}
        </Notice>
      )}
    </>
  )
}

interface Props {
  state: ReturnType<typeof useImport>
  rows: readonly PlannedRow[]
}

/** A button that saves the files with their corrections, as long as some corrections are not saved. */
function DownloadCorrected({ state, rows }: Props) {
  if (!state.hasCorrectionsToDownload) return null
  const download = async () => {
    const { downloadCorrected } = await import('./plan/import-downloads.ts')
    downloadCorrected(state.files, rows)
    state.onDownloaded()
  }
  return (
    <Button icon={<Download />} onClick={() => void download()}>
      Download corrected files
    </Button>
  )
}
