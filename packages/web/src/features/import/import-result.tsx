import { Notice } from '#ui/feedback/notice.tsx'
import type { RowCounts } from './row-state.ts'

/** Summary of the last run; nothing before the first. */
export function ImportResult({ counts }: { counts: RowCounts }) {
  const { created = 0, updated = 0, unchanged = 0, failed = 0, skipped = 0, problem = 0 } = counts
  const imported = created + updated
  if (imported + failed + skipped === 0) return null
  const left = failed + skipped + problem
  const text = `${imported === 1 ? '1 row' : `${imported} rows`} imported${unchanged > 0 ? `, ${unchanged} unchanged` : ''}`
  if (left === 0) return <Notice tone="success">{`${text}.`}</Notice>
  const advice = failed + problem > 0 ? 'Correct the rest below and retry' : 'Retry the rest below'
  return <Notice tone="error">{`${text}, ${left} not. ${advice}, or download it.`}</Notice>
}
