import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { countsText, type ImportRow, rowsText, type RowState } from './plan/row-state.ts'
import type { ImportState } from './use-import.ts'
import styles from './import-page.module.css'

/** What the import will leave out or, after a run, what it did, with the rejected rows as a file. */
export function ImportSummary({ state, rows }: { state: ImportState; rows: readonly ImportRow[] }) {
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
