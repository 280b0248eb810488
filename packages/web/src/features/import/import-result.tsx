import { Notice } from '#ui/feedback/notice.tsx'
import type { Line } from './import-plan.ts'
import styles from './import-result.module.css'
import type { RowResult, RowResults } from './use-import-run.ts'

/** What the last run did with the rows that are still here, and what to do next. */
export function ImportResult({ lines, results }: { lines: readonly Line[]; results: RowResults }) {
  const found = lines.flatMap(({ base }) => results.get(base) ?? [])
  const countOf = (status: RowResult['status']) => found.filter((result) => result.status === status).length
  const failed = countOf('failed')
  const skipped = countOf('skipped')
  const counts: [number, string][] = [
    [countOf('created'), 'added'],
    [countOf('updated'), 'changed'],
    [failed, 'failed'],
    [skipped, 'not tried'],
  ]
  const parts = counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []))
  if (parts.length === 0) return null
  return (
    <Notice tone={failed > 0 ? 'error' : skipped > 0 ? 'info' : 'success'}>
      <h2 className={styles['heading']}>{`${parts.join(', ')}.`}</h2>
      {nextStep({ failed, skipped, problems: lines.filter(({ group }) => group === 'problem').length })}
    </Notice>
  )
}

function nextStep({ failed, skipped, problems }: { failed: number; skipped: number; problems: number }): string {
  if (failed > 0) return 'Correct what failed below and retry, or download the rejected rows and fix them there.'
  if (skipped > 0) return 'Retry imports the rows that were not tried.'
  if (problems > 0) return 'Correct the rows with problems below, or download them as rejected rows and fix them there.'
  return 'All rows are imported. Choose other files to import more.'
}
