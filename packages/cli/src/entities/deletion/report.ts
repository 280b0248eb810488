import { quote } from 'shlex'
import { bulkDocument, type BulkReport, interruptedBulk, leftovers, runAgainForTheRest } from '#cli/api/bulk.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { type EntityNouns, noSuchRecord } from '../record-ids.ts'

export interface Deleted extends BulkReport {
  /** The only id, named by hand, which turned out not to exist. */
  missing: string | undefined
  /** Whether the ids came by standard input. */
  readsStdin: boolean
  /** What restores the records from the trash, if the server has one. */
  batch?: string | undefined
  backup?: string | undefined
  /** What was done to them: `deleted`. */
  past: string
}

/** The command that restores everything deleted in one batch. */
export function restoreCommand(batch: string): string {
  return `rapport trash restore --batch ${batch}`
}

const ALREADY_GONE = 'Items already deleted are in another batch: rapport trash list --json'

/** The results as data, their counts in a line of info, and the error if nothing was done. */
export function presentDeletion(entity: EntityNouns, deleted: Deleted): Presentation {
  const { summary, exitCode, missing, firstError, readsStdin, batch, backup, past } = deleted
  const parts = [`${summary.done} ${past}`, ...(summary.absent > 0 ? [`${summary.absent} already gone`] : [])]
  const left = leftovers(deleted)
  const undo = batch === undefined ? [] : [`To undo it, run ${restoreCommand(batch)}`]
  const saved = backup === undefined ? [] : [`To bring it back under new ids, run rapport apply -f ${quote(backup)}`]
  // That of a run that was cut short has another batch.
  const gone = batch === undefined || summary.absent === 0 ? [] : [ALREADY_GONE]
  const more = summary.done === 0 ? [] : [...undo, ...gone, ...saved]
  const isInterrupted = exitCode === EXIT.interrupted
  const hasFailed = exitCode !== EXIT.done && exitCode !== EXIT.partial
  const problem = isInterrupted
    ? interruptedBulk({ parts, left, more, readsStdin })
    : hasFailed
      ? firstError
      : undefined
  // The error of the only record is printed below: a table would repeat it.
  const hidesTable = problem !== undefined && summary.total === 1
  const document = { ...bulkDocument(deleted), ...(hidesTable && { forPeople: () => '' }) }
  const rest = summary.skipped > 0 ? [runAgainForTheRest(readsStdin)] : []
  const info = [[...parts, ...left].join(', '), ...rest, ...more].join('\n')
  if (missing !== undefined) return { document, info, problem: noSuchRecord(missing, entity) }
  return { document, exitCode, problem, ...(!isInterrupted && { info }) }
}
