import { type BulkReport, bulkInterruptedError, leftTextsOf, runAgainText } from '#cli/api/bulk.ts'
import { bulkDocument } from '#cli/output/bulk-document.ts'
import { restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/output/document.ts'
import { planDocument, summaryText } from './present-plan.ts'
import type { ApplyResult } from './apply-plan.ts'

/** Printed once, since repeating it per row would hide the rest. */
function reasonOf({ endedBy }: BulkReport): string[] {
  return endedBy ? [[endedBy.message, endedBy.hint].filter(Boolean).join(' ')] : []
}

export function presentApplied({
  changes,
  report,
  batch,
  unverifiedImages,
  unwritten,
  readsStdin,
}: ApplyResult): Presentation {
  if (!report) return { document: planDocument(changes), info: `Dry run: ${summaryText(changes)}` }
  const { results, exitCode, firstError } = report
  const unchanged = changes.length - results.length
  const summary = { ...report.summary, total: changes.length, unchanged }
  const doneCount = (action: string) =>
    results.filter((result) => result.action === action && (result.status === 'done' || result.status === 'absent'))
      .length
  const doneTexts = [
    `${doneCount('create')} created`,
    `${doneCount('update')} updated`,
    `${doneCount('delete')} deleted`,
    `${unchanged} unchanged`,
  ]
  const leftTexts = leftTextsOf(report)
  const imagesNote =
    unverifiedImages > 0 ? [`${unverifiedImages} images could not be read back and will be sent again next time.`] : []
  const undoHint =
    batch !== undefined && doneCount('delete') > 0 ? [`To restore what was deleted, run ${restoreCommand(batch)}`] : []
  const document = bulkDocument({ results, summary })
  if (exitCode === EXIT.interrupted) {
    return {
      document,
      exitCode,
      problem: bulkInterruptedError({
        doneTexts,
        leftTexts,
        sentences: [...imagesNote, ...undoHint, ...(unwritten ? [unwritten.message] : [])],
        readsStdin,
      }),
    }
  }
  const resume = summary.skipped > 0 ? `: ${runAgainText(readsStdin)}` : ''
  const counts = [`${[...doneTexts, ...leftTexts].join(', ')}${resume}`, ...imagesNote, ...undoHint]
  const info = counts.join('\n')
  // The results do not contain this error.
  if (unwritten) return { document, exitCode: unwritten.exitCode, info, problem: unwritten }
  const hasFailed = exitCode !== EXIT.done && exitCode !== EXIT.partial
  if (!hasFailed) return { document, exitCode, info: [...counts, ...reasonOf(report)].join('\n') }
  // The error of a single record is printed below; a table would repeat it.
  const hidesTable = results.length === 1
  return { document: { ...document, ...(hidesTable && { table: () => '' }) }, exitCode, info, problem: firstError }
}
