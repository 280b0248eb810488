import type { ErrorReport } from '#cli/io/errors.ts'
import { EXIT, type ExitCode } from '#cli/io/exit-codes.ts'
import { eachAtOnce } from '#cli/lib/at-once.ts'
import { type BulkResult, type BulkStatus, ENDS_THE_RUN, exitCodeOf } from '#cli/lib/bulk.ts'
import type { Change } from './plan.ts'

export interface RunReport {
  /** One for each change, in the order of the plan. */
  results: BulkResult[]
  /** All but `total` add up to it. */
  summary: Record<'total' | 'unchanged' | BulkStatus, number>
  exitCode: ExitCode
  firstError: unknown
  /** After which nothing more was tried. */
  endedBy: ErrorReport | undefined
  /** What failed by itself: not by the network or an interruption, after which it is only tried again. */
  rejected: Change[]
}

export interface RunOptions {
  changes: readonly Change[]
  perform: (change: Change) => Promise<'done' | 'absent'>
  describe: (error: unknown) => { report: ErrorReport; exitCode: ExitCode }
  signal: AbortSignal
  concurrency: number
  onResult: (result: BulkResult, finished: number, failed: number) => void
}

/** Makes the changes: parents before children, deletions last and children first; what fails does not stop the others. */
export async function runChanges(options: RunOptions): Promise<RunReport> {
  const { perform, describe, signal, concurrency, onResult } = options
  const changes = options.changes.filter(({ action }) => action !== 'unchanged')
  const results = new Map(changes.map((change) => [change, resultOf(change)]))
  const rejected: Change[] = []
  const failures = new Set<ExitCode>()
  let [finished, failed] = [0, 0]
  let firstError: unknown
  let endedBy: ErrorReport | undefined

  const handle = async (change: Change) => {
    const result = results.get(change)
    if (!result || endedBy || signal.aborted) return
    try {
      result.status = await perform(change)
    } catch (error) {
      const { report, exitCode } = describe(error)
      Object.assign(result, { status: 'failed', error: report })
      firstError ??= error
      failed += 1
      failures.add(exitCode)
      if (ENDS_THE_RUN.has(exitCode)) endedBy ??= report
      else rejected.push(change)
    }
    finished += 1
    onResult(result, finished, failed)
  }
  for (const phase of phasesOf(changes)) await eachAtOnce(phase, concurrency, handle)

  const list = [...results.values()]
  const summary = { total: options.changes.length, done: 0, absent: 0, failed: 0, skipped: 0, unchanged: 0 }
  for (const { status } of list) summary[status] += 1
  summary.unchanged = summary.total - list.length
  const exitCode = signal.aborted ? EXIT.interrupted : exitCodeOf(summary, failures)
  return { results: list, summary, exitCode, firstError, endedBy, rejected }
}

function resultOf({ key, action }: Change): BulkResult {
  if (action === 'unchanged') throw new TypeError('Nothing is to be done about what is unchanged.')
  return { key, action, status: 'skipped' }
}

function phasesOf(changes: readonly Change[]): Change[][] {
  const saves = changes.filter(({ action }) => action !== 'delete')
  const deletions = changes.filter(({ action }) => action === 'delete')
  return [
    saves.filter(({ kind }) => kind !== 'positions'),
    saves.filter(({ kind }) => kind === 'positions'),
    deletions.filter(({ kind }) => kind !== 'categories'),
    deletions.filter(({ kind }) => kind === 'categories'),
  ]
}
