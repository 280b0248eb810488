import { Notice } from '#ui/feedback/notice.tsx'
import type { Line } from './import-plan.ts'
import type { RowResult, RowResults } from './use-import-run.ts'

const NEXT_STEP = 'Correct these rows below and retry, or download the rejected rows and fix them there.'

interface Props {
  lines: readonly Line[]
  results: RowResults
}

/** What the last run did and what it left, in words; nothing before it. */
export function ImportResult({ lines, results }: Props) {
  const ended = lines.flatMap(({ base, group }) => (group === 'problem' ? [] : (results.get(base)?.status ?? [])))
  if (ended.length === 0) return null
  const countOf = (status: RowResult['status']) => ended.filter((one) => one === status).length
  const problems = lines.filter(({ group }) => group === 'problem').length
  const imported = listOf({ created: countOf('created'), updated: countOf('updated') })
  const left = listOf({ failed: countOf('failed'), 'not tried': countOf('skipped'), 'with problems': problems })
  return (
    <>
      {imported && <Notice tone="success">{`Imported: ${imported}.`}</Notice>}
      {left && <Notice tone="error">{`Not imported: ${left}. ${NEXT_STEP}`}</Notice>}
    </>
  )
}

function listOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
