import { Notice } from '#ui/feedback/notice.tsx'
import type { RowCounts } from './row-state.ts'

interface Props {
  counts: RowCounts
}

/** Summary of the last run. */
export function ImportResult({ counts }: Props) {
  const { created = 0, updated = 0, unchanged = 0, problem = 0, failed = 0, skipped = 0 } = counts
  const imported = created + updated
  const done = sentence(
    `${imported === 1 ? '1 row' : `${imported} rows`} imported`,
    unchanged > 0 && `${unchanged} unchanged`,
  )
  const left = sentence(
    problem > 0 && `${problem} ${problem === 1 ? 'needs' : 'need'} correcting`,
    failed > 0 && `${failed} failed and can be sent again`,
    skipped > 0 && `${skipped} not tried`,
  )
  return (
    <>
      {imported + unchanged > 0 && <Notice tone="success">{done}</Notice>}
      {problem + failed + skipped > 0 && (
        <Notice tone={problem + failed > 0 ? 'error' : 'info'}>{`${left} Download them to finish later.`}</Notice>
      )}
    </>
  )
}

function sentence(...parts: (string | false)[]): string {
  return `${parts.filter(Boolean).join(', ')}.`
}
