import { Notice } from '#ui/feedback/notice.tsx'
import type { RowCounts } from './row-state.ts'

/** Summary of the last run; nothing before the first. */
export function ImportResult({ counts }: { counts: RowCounts }) {
  const { created = 0, updated = 0, unchanged = 0, failed = 0, skipped = 0 } = counts
  const imported = created + updated
  if (imported + failed + skipped === 0) return null
  const text = [
    `${imported === 1 ? '1 row' : `${imported} rows`} imported`,
    unchanged > 0 && `${unchanged} unchanged`,
    failed > 0 && `${failed} rejected`,
    skipped > 0 && `${skipped} not tried`,
  ]
    .filter(Boolean)
    .join(', ')
  if (failed + skipped === 0) return <Notice tone="success">{`${text}.`}</Notice>
  return failed > 0 ? (
    <Notice tone="error">{`${text}. Correct them and retry, or download them.`}</Notice>
  ) : (
    <Notice tone="info">{`${text}. Retry them, or download them.`}</Notice>
  )
}
