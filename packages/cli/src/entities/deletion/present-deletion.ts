import { quote } from 'shlex'
import { type BulkReport, bulkInterruptedError, formatRemaining, CONTINUE_HINT } from '#cli/api/bulk.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { bulkDocument } from '#cli/output/bulk-document.ts'
import type { Document, Presentation } from '#cli/output/document.ts'
import { type EntityNouns, noSuchRecordError } from '../record-ids.ts'

interface DeletionResult extends BulkReport {
  /** The id that does not exist. Set only for a single id given as an argument. */
  absentId: string | undefined
  /** Restores the records from the trash, if the server has one. */
  batch?: string | undefined
  backup?: string | undefined
  /** The past participle: `deleted`. */
  past: string
}

/** What `--dry-run` would delete. */
interface PlannedDeletion {
  planned: { key: string; action: 'delete'; name: string | null }[]
}

export type DeletionOutcome = DeletionResult | PlannedDeletion

export function restoreCommand(batch: string): string {
  return `rapport trash restore --batch ${batch}`
}

const ABSENT_HINT = 'Items already gone may be in another batch: rapport trash list --json'

/** Presents results and counts, and the error if nothing was done. */
export function presentDeletion(entity: EntityNouns, result: DeletionOutcome): Presentation {
  if ('planned' in result) return presentPlanned(result)
  const { summary, exitCode, absentId, firstError, batch, backup, past } = result
  const doneTexts = [`${summary.done} ${past}`, ...(summary.absent > 0 ? [`${summary.absent} already gone`] : [])]
  const remainingTexts = formatRemaining(result)
  const undoHints = batch === undefined ? [] : [`To undo it, run ${restoreCommand(batch)}`]
  const backupHints =
    backup === undefined ? [] : [`To bring it back under new ids, run rapport apply -f ${quote(backup)}`]
  // Records that an interrupted run deleted are in that run's batch.
  const absentHints = batch === undefined || summary.absent === 0 ? [] : [ABSENT_HINT]
  const hints = summary.done === 0 ? [] : [...undoHints, ...absentHints, ...backupHints]
  const isInterrupted = exitCode === EXIT.interrupted
  const hasFailed = exitCode !== EXIT.done && exitCode !== EXIT.partial
  const problem = isInterrupted
    ? bulkInterruptedError({ doneTexts, remainingTexts, sentences: hints })
    : hasFailed
      ? firstError
      : undefined
  // The error of a single record is printed below; a table would repeat it.
  const hidesTable = (problem !== undefined || absentId !== undefined) && summary.total === 1
  const document: Document = hidesTable ? { ...bulkDocument(result), table: () => '' } : bulkDocument(result)
  const continueHints = summary.skipped > 0 ? [CONTINUE_HINT] : []
  const info = [[...doneTexts, ...remainingTexts].join(', '), ...continueHints, ...hints].join('\n')
  if (absentId !== undefined) return { document, problem: noSuchRecordError(absentId, entity) }
  return { document, exitCode, problem, ...(!isInterrupted && { info }) }
}

function presentPlanned({ planned }: PlannedDeletion): Presentation {
  const [total, absent] = [planned.length, planned.filter(({ name }) => name === null).length]
  const absentTexts = absent > 0 ? [`${absent} not found`] : []
  return {
    document: {
      shape: 'results',
      rows: planned,
      fields: ['key', 'action', 'name'],
      summary: { total, delete: total - absent, absent },
      table: async (options) => (await import('#cli/output/table.ts')).renderTable(PLANNED_COLUMNS, planned, options),
    },
    info: `Dry run: ${[`${total - absent} to delete`, ...absentTexts].join(', ')}`,
  }
}

const PLANNED_COLUMNS = [
  { title: 'KEY', text: ({ key }: PlannedDeletion['planned'][number]) => key },
  { title: 'NAME', text: ({ name }: PlannedDeletion['planned'][number]) => name ?? 'not found' },
]
