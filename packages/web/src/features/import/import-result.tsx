import { Notice } from '#ui/feedback/notice.tsx'
import type { Line } from './import-plan.ts'
import type { RowResult, RowResults } from './use-import-run.ts'

interface Props {
  lines: readonly Line[]
  results: RowResults
}

/** What the last run did, in words; nothing before it. */
export function ImportResult({ lines, results }: Props) {
  const ended = lines.flatMap(({ base, group }) => (group === 'problem' ? [] : (results.get(base)?.status ?? [])))
  if (ended.length === 0) return null
  const countOf = (status: RowResult['status']) => ended.filter((one) => one === status).length
  const [created, updated, failed, skipped] = (['created', 'updated', 'failed', 'skipped'] as const).map(countOf)
  const problems = lines.filter(({ group }) => group === 'problem').length
  const left = [
    failed && `${failed} failed.`,
    skipped && `${skipped} not tried.`,
    problems && `${problems} with problems not sent.`,
  ].filter(Boolean)
  return (
    <Notice tone={left.length === 0 ? 'success' : 'error'}>
      <strong>{`Imported: ${created} created, ${updated} updated.`}</strong> {left.join(' ')}
    </Notice>
  )
}
