import pMap from 'p-map'
import type { Deps } from '#cli/deps.ts'
import { CliError, type ErrorReport } from '#cli/io/errors.ts'
import { EXIT, type ExitCode } from '#cli/io/exit-codes.ts'
import { CONCURRENCY } from './concurrency.ts'

/** The outcome of one item: `absent` was already gone before the deletion, `skipped` was never attempted. */
export type BulkStatus = 'done' | 'absent' | 'failed' | 'skipped'

export interface BulkItem {
  key: string
  action: 'create' | 'update' | 'delete' | 'restore' | 'suspend' | 'reactivate'
}

export interface BulkResult extends BulkItem {
  status: BulkStatus
  error?: ErrorReport
}

export type BulkSummary = Record<'total' | BulkStatus, number>

export interface BulkReport<Item = BulkItem> {
  results: BulkResult[]
  /** Counts by status; they add up to `total`. */
  summary: BulkSummary
  exitCode: ExitCode
  /** The error of the first item that failed. */
  firstError: unknown
  /** The error that ended the run early. */
  endedBy: ErrorReport | undefined
  /** Items whose failure did not end the run. */
  rejectedItems: Item[]
}

export interface BulkOptions<Item> {
  /** The items, in the order of the results. */
  items: readonly Item[]
  /** Groups that run one after the other. Defaults to a single group. */
  phases?: readonly (readonly Item[])[]
  /** Processes an item. An exception becomes the item's error. */
  perform: (item: Item, signal: AbortSignal) => Promise<'done' | 'absent'>
  /** The text before the progress bar. */
  label: string
  concurrency?: number
}

/** The time that pending requests get to finish after Ctrl-C, so that their outcome is counted. */
const GRACE_MS = 5000

const FATAL_EXIT_CODES: ReadonlySet<ExitCode> = new Set([EXIT.auth, EXIT.network, EXIT.interrupted])

/** Returns true if further items would fail too. A 403 may concern one item only. */
function endsTheRun({ report, exitCode }: ReturnType<Deps['describe']>): boolean {
  return FATAL_EXIT_CODES.has(exitCode) && report.code !== 'forbidden'
}

/** Processes all items with bounded concurrency. Returns one result per item, in their order; never throws for an item. */
export async function runBulk<Item extends BulkItem>(
  { describe, signal, terminal }: Pick<Deps, 'describe' | 'signal' | 'terminal'>,
  { items, phases = [items], perform, label, concurrency = CONCURRENCY }: BulkOptions<Item>,
): Promise<BulkReport<Item>> {
  const results = new Map(
    items.map((item): [Item, BulkResult] => [item, { key: item.key, action: item.action, status: 'skipped' }]),
  )
  const rejectedItems: Item[] = []
  const failures = new Set<ExitCode>()
  let [finishedCount, failedCount] = [0, 0]
  let firstError: unknown
  let endedBy: ErrorReport | undefined

  const progress = await terminal.progress(items.length, label)
  const grace = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => grace.abort(), GRACE_MS).unref(), { once: true })
  const handle = async (item: Item) => {
    const result = results.get(item)
    if (!result || endedBy || signal.aborted) return
    try {
      result.status = await perform(item, grace.signal)
    } catch (error) {
      const description = describe(error)
      const { report, exitCode } = description
      Object.assign(result, { status: 'failed', error: report })
      firstError ??= error
      failedCount += 1
      failures.add(exitCode)
      if (endsTheRun(description)) endedBy ??= report
      else rejectedItems.push(item)
    }
    finishedCount += 1
    progress.update(finishedCount, failedCount)
  }
  try {
    for (const phase of phases) await pMap(phase, handle, { concurrency })
  } finally {
    progress.stop()
  }

  const list = [...results.values()]
  const summary = { total: list.length, done: 0, absent: 0, failed: 0, skipped: 0 }
  for (const { status } of list) summary[status] += 1
  const exitCode = signal.aborted ? EXIT.interrupted : toExitCode(summary, failures)
  return { results: list, summary, exitCode, firstError, endedBy, rejectedItems }
}

function toExitCode({ done, absent, failed }: BulkSummary, failures: ReadonlySet<ExitCode>): ExitCode {
  if (failed === 0) return EXIT.done
  if (done + absent > 0) return EXIT.partial
  const [first = EXIT.failed, ...others] = failures
  return others.length === 0 ? first : EXIT.failed
}

/** Formats the counts of failed and skipped items; zeros are omitted. */
export function formatRemaining({ results, summary }: Pick<BulkReport, 'results' | 'summary'>): string[] {
  const unansweredCount = results.filter(({ error }) => error?.code === 'interrupted').length
  const failedCount = summary.failed - unansweredCount
  return [
    ...(failedCount > 0 ? [`${failedCount} failed`] : []),
    ...(unansweredCount > 0 ? [`${unansweredCount} unknown (no response)`] : []),
    ...(summary.skipped > 0 ? [`${summary.skipped} not tried`] : []),
  ]
}

interface InterruptedOptions {
  /** Texts of the successful items, such as `3 deleted`; `remainingTexts` has the others. */
  doneTexts: readonly string[]
  remainingTexts: readonly string[]
  /** Further sentences. */
  sentences?: readonly string[]
}

export const CONTINUE_HINT = 'Run the same command again. It continues with what is left.'

/** Creates the error of an interrupted bulk operation, whose results are printed as well. */
export function bulkInterruptedError({
  doneTexts,
  remainingTexts,
  sentences: furtherSentences = [],
}: InterruptedOptions): CliError {
  const sentences = [`Interrupted: ${[...doneTexts, ...remainingTexts].join(', ')}.`, ...furtherSentences]
  const hint = remainingTexts.length > 0 ? CONTINUE_HINT : undefined
  // One sentence per line, so that a command at the end of a line can be copied.
  return new CliError('interrupted', sentences.join('\n'), { sentences, hint })
}
