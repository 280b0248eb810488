import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { quote } from 'shlex'
import { type BulkReport, bulkInterruptedError, formatRemaining, CONTINUE_HINT } from '#cli/api/bulk.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { bulkDocument } from '#cli/output/bulk-document.ts'
import type { Presentation } from '#cli/output/document.ts'
import { type EntityNouns, noSuchRecordError } from '../record-ids.ts'

/** The receipts of erasures, by id. */
export type Receipts = Map<string, NonNullable<Schemas['ErasureReceipt']>>

interface DeletionResult extends BulkReport {
  receipts: Receipts
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

/** Presents results and counts, and the error of an interruption, or the first one if nothing was done. */
export function presentBulk(
  { results, summary, exitCode, firstError }: Omit<BulkReport, 'endedBy' | 'rejectedItems'>,
  doneTexts: readonly string[],
  hints: readonly string[],
  remainingTexts = formatRemaining({ results, summary }),
): Presentation {
  const hasFailed = exitCode !== EXIT.done && exitCode !== EXIT.partial
  // The error of a single record is printed below; a table would repeat it.
  const hidesTable = hasFailed && results.length === 1
  const document = { ...bulkDocument({ results, summary }), ...(hidesTable && { table: () => '' }) }
  if (exitCode === EXIT.interrupted)
    return { document, exitCode, problem: bulkInterruptedError({ doneTexts, remainingTexts, sentences: hints }) }
  const continueHints = summary.skipped > 0 ? [CONTINUE_HINT] : []
  const info = [[...doneTexts, ...remainingTexts].join(', '), ...continueHints, ...hints].join('\n')
  return { document, exitCode, info, ...(hasFailed && { problem: firstError }) }
}

export function presentDeletion(entity: EntityNouns, result: DeletionOutcome): Presentation {
  if ('planned' in result) return presentPlanned(result)
  const { summary, absentId, receipts, batch, backup, past } = result
  if (absentId !== undefined)
    return { document: { ...bulkDocument(result), table: () => '' }, problem: noSuchRecordError(absentId, entity) }
  const undoHints = batch === undefined ? [] : [`To undo it, run ${restoreCommand(batch)}`]
  // Records that an interrupted run deleted are in that run's batch.
  const absentHints = batch === undefined || summary.absent === 0 ? [] : [ABSENT_HINT]
  const backupHints =
    backup === undefined ? [] : [`To bring it back under new ids, run rapport apply -f ${quote(backup)}`]
  const receiptHints = [...receipts].map(
    ([id, { receipt, number }]) => `Receipt of ${id}: ${receipt}, number ${number} in the ledger`,
  )
  const results = result.results.map((row) => ({
    ...row,
    ...(receipts.has(row.key) && { receipt: receipts.get(row.key) }),
  }))
  const doneTexts = [`${summary.done} ${past}`, ...(summary.absent > 0 ? [`${summary.absent} already gone`] : [])]
  const hints = [...receiptHints, ...undoHints, ...absentHints, ...backupHints]
  return presentBulk({ ...result, results }, doneTexts, summary.done === 0 ? [] : hints)
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
