import { SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { LeaveConfirmation } from '#ui/overlays/leave-confirmation.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { lastPageOf, PAGE_SIZES } from '#ui/table/use-list-params.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportActions } from './import-actions.tsx'
import { importColumns, type ShownLine } from './import-columns.tsx'
import { ImportGuide } from './import-guide.tsx'
import { nameOf } from './import-images.ts'
import type { Group } from './import-plan.ts'
import { ImportResult } from './import-result.tsx'
import styles from './import-page.module.css'
import { useImport } from './use-import.ts'

const GROUPS = ['problem', 'create', 'update', 'unchanged'] as const
const WORDS: Record<Group, string> = {
  problem: 'With problems',
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
}
const [DEFAULT_SIZE] = PAGE_SIZES

/** Files of a catalogue, what importing them would change, and their import. */
export function ImportPage() {
  const state = useImport()
  const { files, images, live, plan, runner, entities, correct } = state
  const [group, setGroup] = useState<Group | 'all'>('all')
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(DEFAULT_SIZE)
  const panel = useRef<HTMLElement>(null)
  const isRunning = runner.progress !== undefined
  const lines = plan.data?.lines

  const shown = useMemo(() => {
    const all = (lines ?? []).map((line): ShownLine => ({ line, result: runner.results.get(line.base) }))
    const needsALook = ({ line, result }: ShownLine) => line.group === 'problem' || result?.status === 'failed'
    const wanted = GROUPS.flatMap((name) =>
      group === 'all' || group === name ? all.filter(({ line }) => line.group === name) : [],
    )
    return [...wanted.filter(needsALook), ...wanted.filter((one) => !needsALook(one))]
  }, [lines, group, runner.results])
  const existing = Math.min(page, lastPageOf(shown.length, size))
  const imageByName = useMemo(() => new Map(images.map((image) => [image.name.toLowerCase(), image])), [images])
  const columns = useMemo(
    () => importColumns({ imageOf: (path) => imageByName.get(nameOf(path)), onCorrect: correct }),
    [imageByName, correct],
  )
  useEffect(() => {
    // The value that was corrected may have left the list, and the button of a run goes when all is done.
    if (lines && !isRunning && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [lines, isRunning])
  const hasRows = files.some(({ rows }) => rows.length > 0) && !live.error
  const countOf = (name: Group) => lines?.filter((line) => line.group === name).length ?? 0

  return (
    <>
      <PageHeader title="Import">
        {hasRows && (
          <ImportActions
            files={files}
            lines={lines ?? []}
            isReady={plan.isSuccess && !plan.isPlaceholderData && !live.isFetching}
            hasCorrections={state.hasCorrections}
            onDownloaded={state.onDownloaded}
            runner={runner}
          />
        )}
      </PageHeader>
      <LeaveConfirmation
        when={() => isRunning || state.hasCorrections}
        title={isRunning ? 'Leave while the import is running?' : 'Leave without the corrections?'}
      >
        {isRunning
          ? 'The import stops: rows that are not sent yet are not imported.'
          : 'What you have corrected is lost. Download the corrected files to keep it.'}
      </LeaveConfirmation>
      <div className={styles['files']}>
        <FileDrop small={files.length > 0} disabled={isRunning} onFiles={(chosen) => void state.take(chosen)} />
        <ChosenFiles
          files={files}
          images={images}
          others={state.others}
          disabled={isRunning}
          lines={lines ?? []}
          fileMistakes={plan.data?.fileMistakes ?? []}
          onRemove={state.remove}
        />
        {hasRows && !isRunning && <ImportResult lines={lines ?? []} results={runner.results} />}
      </div>
      {live.error && (
        <LoadError
          messageKey={entities[0]?.operations.list ?? 'listCategories'}
          error={live.error}
          busy={live.isFetching}
          onRetry={() => void live.refetch()}
        />
      )}
      {files.length === 0 && <ImportGuide />}
      {hasRows && (
        <>
          <Toolbar>
            <SelectField
              label="Show"
              value={group}
              options={[
                { value: 'all', label: `All ${lines?.length ?? 0} rows` },
                ...GROUPS.map((value) => ({ value, label: `${WORDS[value]} (${countOf(value)})` })),
              ]}
              onChange={(next) => {
                setGroup(next)
                setPage(1)
              }}
            />
            <output className={styles['counts']}>
              {lines ? summaryText(countOf) : 'Comparing with the server...'}
            </output>
          </Toolbar>
          <Panel ref={panel} tabIndex={-1} aria-label="What would be imported">
            <DataTable
              caption="What would be imported"
              columns={columns}
              rows={lines && shown.slice((existing - 1) * size, existing * size)}
              expectedRows={size}
              rowId={({ line }) => line.id}
              stale={plan.isPlaceholderData}
              empty={<EmptyState icon={<SearchX />} title="No rows of this kind" />}
            />
            <ListFooter
              page={existing}
              size={size}
              sizes={PAGE_SIZES}
              shown={lines && Math.min(size, shown.length - (existing - 1) * size)}
              total={shown.length}
              loading="Comparing with the server..."
              onPage={setPage}
              onSize={(next) => {
                setSize(next)
                setPage(1)
              }}
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

function summaryText(countOf: (group: Group) => number): string {
  const problems = countOf('problem')
  const counts = `${countOf('create')} new, ${countOf('update')} changed, ${countOf('unchanged')} unchanged`
  return problems === 0 ? counts : `${counts}, ${problems} with problems`
}
