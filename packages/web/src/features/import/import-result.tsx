import { Notice } from '#ui/feedback/notice.tsx'
import styles from './import-page.module.css'
import { countsText, type RowCounts } from './row-state.ts'

/** Summary of the last run; nothing before the first. */
export function ImportResult({ counts }: { counts: RowCounts }) {
  const imported = countsText(counts, ['created', 'updated'])
  const left = countsText(counts, ['failed', 'skipped', 'problem'])
  if (!imported && counts.failed === undefined && counts.skipped === undefined) return null
  return (
    <div className={styles['results']}>
      {imported && <Notice tone="success">{`Imported: ${imported}.`}</Notice>}
      {left && (
        <Notice tone="error">
          {`Not imported: ${left}. Correct these rows below and retry, or download the rejected rows and fix them there.`}
        </Notice>
      )}
    </div>
  )
}
