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
import { ImportActions } from './import-actions.tsx'
import { importColumns } from './import-columns.tsx'
import { ImportGuide } from './import-guide.tsx'
import { importOrigin } from './import-origin.ts'
import { imageKey } from './plan/import-images.ts'
import { byState, countsText, type ImportRow, ROW_STATES, rowsText, type RowState } from './plan/row-state.ts'
import { type ImportState, useImport } from './use-import.ts'
import styles from './import-page.module.css'

/** The screen that reads catalogue files, previews their changes and imports them. */
export function ImportPage() {
  const state = useImport()
  const { files, images, remote, plan, rows, isRunning, entities, correct } = state
  const [filter, setFilter] = useState<RowState | 'all'>('all')
  const [{ page, size }, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: PAGE_SIZES[0] })
  const panel = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const back = importOrigin(from)

  const groups = useMemo(() => byState(rows ?? []), [rows])
  const shownGroups = groups.filter((group) => group.state === filter)
  const filteredRows = (shownGroups.length > 0 ? shownGroups : groups).flatMap((group) => group.rows)
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
        {hasRows && <ImportActions state={state} listPath={importOrigin(from, entities[0]?.singular).path} />}
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
        <ChosenFiles state={state} />
      </div>
      <InlineLoadError query={remote} operation={entities[0]?.operations.list ?? 'listCategories'} />
      {files.length === 0 && <ImportGuide />}
      {hasRows && (
        <>
          <div className={styles['tools']}>
            {rows && !isRunning && <ImportSummary state={state} rows={rows} />}
            <Segments
              label="Rows to show"
              value={shownGroups.length > 0 ? filter : 'all'}
              options={[
                { value: 'all', label: 'All', count: rows?.length ?? 0 },
                ...groups.map((group) => ({
                  value: group.state,
                  label: ROW_STATES[group.state].filter,
                  count: group.rows.length,
                })),
              ]}
              onChange={(next) => {
                setFilter(next)
                setPaging({ page: 1, size })
              }}
            />
            <output className="visually-hidden">{rows && countsText(rows)}</output>
            {state.hasCorrectionsToDownload && (
              <Button icon={<Download />} onClick={() => void state.downloadCorrected()}>
                Download corrected files
              </Button>
            )}
          </div>
          <Panel ref={panel} tabIndex={-1} aria-label="Import preview">
            <DataTable
              caption="Import preview"
              columns={columns}
              rows={rows && filteredRows.slice((currentPage - 1) * size, currentPage * size)}
              expectedRows={size}
              rowId={({ id }) => id}
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

/** What the import will leave out or, after a run, what it did, with the rejected rows as a file. */
function ImportSummary({ state, rows }: { state: ImportState; rows: readonly ImportRow[] }) {
  const inStates = (...states: RowState[]) => rows.filter((row) => states.includes(row.state))
  const rejected = inStates('problem', 'failed', 'skipped')
  const download = (name: string) =>
    rejected.length > 0 && (
      <Button size="small" onClick={() => void state.downloadRejected(rejected)}>
        {name}
      </Button>
    )
  if (!rows.some(({ result }) => result)) {
    const leftOut = inStates('problem', 'unchanged')
    if (leftOut.length === 0) return null
    return (
      <p className={styles['leftOut']}>
        {`Left out: ${countsText(leftOut)}.`} {download('Download problems')}
      </p>
    )
  }
  const imported = inStates('created', 'updated').length
  const unchanged = inStates('unchanged').length
  const problem = inStates('problem').length
  const done = [imported > 0 && `${rowsText(imported)} imported`, unchanged > 0 && `${unchanged} unchanged`]
  const left = [
    problem > 0 && `${problem} ${problem === 1 ? 'needs' : 'need'} correcting`,
    countsText(inStates('failed', 'skipped')),
  ].filter(Boolean)
  return (
    <div className={styles['summary']}>
      {imported + unchanged > 0 && (
        <Notice tone={imported > 0 ? 'success' : 'info'} isPlain>
          {`${done.filter(Boolean).join(', ')}.`}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice
          tone={inStates('problem', 'failed').length > 0 ? 'error' : 'info'}
          isPlain
          action={download('Download these rows')}
        >
          {`${left.join(', ')}.`}
        </Notice>
      )}
    </div>
  )
}
