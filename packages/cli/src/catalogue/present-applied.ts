import { type BulkReport, bulkInterruptedError, formatRemaining, CONTINUE_HINT } from '#cli/api/bulk.ts'
import { restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { withStatus } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { bulkDocument } from '#cli/output/bulk-document.ts'
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
  const { results, exitCode, firstError } = report
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
  const remainingTexts = formatRemaining(report)
  const imageWarnings =
    unverifiedImageCount > 0
      ? [`${unverifiedImageCount} images could not be read back and will be sent again next time.`]
      : []
  const undoHints =
    batch !== undefined && countDone('delete') > 0 ? [`To restore what was deleted, run ${restoreCommand(batch)}`] : []
  const document = bulkDocument({ results, summary })
  if (exitCode === EXIT.interrupted) {
    return {
      document,
      exitCode,
      problem: bulkInterruptedError({
        doneTexts,
        remainingTexts,
        sentences: [...imageWarnings, ...undoHints, ...(writeError ? [writeError.message] : [])],
      }),
    }
  }
  const continueHints = summary.skipped > 0 ? [CONTINUE_HINT] : []
  const lines = [[...doneTexts, ...remainingTexts].join(', '), ...continueHints, ...imageWarnings, ...undoHints]
  const info = lines.join('\n')
  // The results do not contain this error.
  if (writeError) return { document, exitCode: writeError.exitCode, info, problem: writeError }
  const hasFailed = exitCode !== EXIT.done && exitCode !== EXIT.partial
  if (!hasFailed) return { document, exitCode, info: [...lines, ...endReason(report)].join('\n') }
  // The error of a single record is printed below; a table would repeat it.
  const hidesTable = results.length === 1
  return { document: { ...document, ...(hidesTable && { table: () => '' }) }, exitCode, info, problem: firstError }
}
