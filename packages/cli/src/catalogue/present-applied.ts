import type { BulkReport } from '#cli/api/bulk.ts'
import { presentBulk, restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { withStatus } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/output/document.ts'
import type { ApplyResult } from './apply-plan.ts'
import { planDocument, formatSummary } from './present-plan.ts'

/** Formats the error that ended the run. It is printed once, since repeating it per row would hide the rest. */
function endReason({ endedBy }: BulkReport): string[] {
  return endedBy ? [[withStatus(endedBy), endedBy.hint].filter(Boolean).join(' ')] : []
}

export function presentApplied({
  changes,
  report,
  batch,
  unverifiedImageCount,
  writeError,
}: ApplyResult): Presentation {
  if (!report) return { document: planDocument(changes), info: `Dry run: ${formatSummary(changes)}` }
  const { results, exitCode } = report
  const unchanged = changes.length - results.length
  const summary = { ...report.summary, total: changes.length, unchanged }
  const countDone = (action: string) =>
    results.filter((result) => result.action === action && (result.status === 'done' || result.status === 'absent'))
      .length
  const doneTexts = [
    `${countDone('create')} created`,
    `${countDone('update')} updated`,
    `${countDone('delete')} deleted`,
    `${unchanged} unchanged`,
  ]
  const isInterrupted = exitCode === EXIT.interrupted
  const presentation = presentBulk({ ...report, summary }, doneTexts, [
    ...(unverifiedImageCount > 0
      ? [`${unverifiedImageCount} images could not be read back and will be sent again next time.`]
      : []),
    ...(batch !== undefined && countDone('delete') > 0
      ? [`To restore what was deleted, run ${restoreCommand(batch)}`]
      : []),
    ...(isInterrupted && writeError ? [writeError.message] : []),
    ...(exitCode === EXIT.partial && !writeError ? endReason(report) : []),
  ])
  if (!writeError || isInterrupted) return presentation
  // The results do not contain this error.
  return { ...presentation, exitCode: writeError.exitCode, problem: writeError }
}
