import { CliError, type ErrorReport } from '#cli/io/errors.ts'
import { EXIT, type ExitCode } from '#cli/io/exit-codes.ts'
import { renderTable, type Column, type TableOptions } from '#cli/io/table.ts'
import type { Document } from '#cli/io/output.ts'

/** What became of one item; `absent` is a deletion of what was already gone, `skipped` was never tried. */
export type BulkStatus = 'done' | 'absent' | 'failed' | 'skipped'

export interface BulkResult {
  key: string
  action: 'create' | 'update' | 'delete'
  status: BulkStatus
  error?: ErrorReport
}

export interface BulkReport {
  results: BulkResult[]
  /** Counts over the results: the four add up to `total`. */
  summary: Record<'total' | BulkStatus, number>
  exitCode: ExitCode
  /** What the first item failed with. */
  firstError: unknown
}

export interface BulkOptions {
  action: BulkResult['action']
  keys: readonly string[]
  /** Resolves with what became of the item; what it throws becomes the item's error. */
  perform: (key: string) => Promise<'done' | 'absent'>
  describe: (error: unknown) => { report: ErrorReport; exitCode: ExitCode }
  signal: AbortSignal
  onProgress: (finished: number, failed: number) => void
}

// More in flight gains nothing in Node's fetch and takes the server away from others.
const CONCURRENCY = 8

/** After these the other items would fail alike, so they are left alone. */
export const ENDS_THE_RUN: ReadonlySet<ExitCode> = new Set([EXIT.refused, EXIT.network, EXIT.interrupted])

/** Performs every item with bounded concurrency; one result each, in the order of the keys, whatever happens. */
export async function runBulk(options: BulkOptions): Promise<BulkReport> {
  const { action, keys, perform, describe, signal, onProgress } = options
  const results = keys.map((key): BulkResult => ({ key, action, status: 'skipped' }))
  const queue = results.values()
  const failures = new Set<ExitCode>()
  let finished = 0
  let failed = 0
  let ended = false
  let firstError: unknown

  const worker = async () => {
    for (const result of queue) {
      try {
        result.status = await perform(result.key)
      } catch (thrown) {
        const { report, exitCode } = describe(thrown)
        result.status = 'failed'
        result.error = report
        firstError ??= thrown
        failed += 1
        failures.add(exitCode)
        ended ||= ENDS_THE_RUN.has(exitCode)
      }
      finished += 1
      onProgress(finished, failed)
      if (ended || signal.aborted) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, keys.length) }, worker))

  const summary = summarize(results)
  const exitCode = signal.aborted ? EXIT.interrupted : exitCodeOf(summary, failures)
  return { results, summary, exitCode, firstError }
}

function summarize(results: readonly BulkResult[]): BulkReport['summary'] {
  const summary = { total: results.length, done: 0, absent: 0, failed: 0, skipped: 0 }
  for (const { status } of results) summary[status] += 1
  return summary
}

/** The exit code of a bulk by its counts and what its items failed with. */
export function exitCodeOf(
  { done, absent, failed }: Pick<BulkReport['summary'], 'done' | 'absent' | 'failed'>,
  failures: ReadonlySet<ExitCode>,
): ExitCode {
  if (failed === 0) return EXIT.done
  if (done + absent > 0) return EXIT.partly
  const [first = EXIT.failed, ...others] = failures
  return others.length === 0 ? first : EXIT.failed
}

/** What is to be said of what failed or was not tried; nothing of either where it is none. */
export function leftovers({
  results,
  summary,
}: Pick<BulkReport, 'results'> & { summary: { skipped: number } }): string[] {
  const failures = results.filter(({ status }) => status === 'failed')
  const unanswered = failures.filter(({ error }) => error?.code === 'interrupted').length
  const failed = failures.length - unanswered
  return [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unanswered > 0 ? [`${unanswered} may be done, or not: no answer came`] : []),
    ...(summary.skipped > 0 ? [`${summary.skipped} not tried`] : []),
  ]
}

interface Interrupted {
  /** Counts of what was done, and of what was not. */
  parts: readonly string[]
  left: readonly string[]
  /** What else there is to say. */
  more?: readonly string[]
  /** What the command read from standard input is gone. */
  readsStdin?: boolean
}

/** The one thing that an interrupted bulk has to say, besides its results. */
export function interruptedBulk({ parts, left, more = [], readsStdin = false }: Interrupted): CliError {
  const sentences = [`Interrupted: ${[...parts, ...left].join(', ')}.`, ...more]
  const hint = left.length > 0 ? `${sentenceOf(runAgain(readsStdin))}: it does what is left.` : undefined
  return new CliError('interrupted', sentences.join(' '), { sentences, hint, exitCode: EXIT.interrupted })
}

/** How a bulk goes on. */
export function runAgain(readsStdin: boolean): string {
  return readsStdin ? 'run the same command again with the same input' : 'run the same command again'
}

function sentenceOf(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const columns: readonly Column<BulkResult>[] = [
  { title: 'KEY', text: ({ key }) => key },
  { title: 'ACTION', text: ({ action }) => action },
  { title: 'STATUS', text: ({ status }) => status, tone: ({ status }) => (status === 'failed' ? 'red' : undefined) },
  { title: 'ERROR', text: ({ error }) => error?.message ?? '', wraps: true },
]

/** The report as data for stdout. */
export function bulkDocument({ results, summary }: Pick<BulkReport, 'results' | 'summary'>): Document {
  return {
    shape: 'results',
    rows: results,
    fields: ['key', 'action', 'status', 'error'],
    summary,
    forPeople: (options) => tableOf(results, options),
  }
}

/** On a terminal what is done and what was never tried is told by their counts: only the rest needs a look. */
function tableOf(results: readonly BulkResult[], options: TableOptions): string {
  const rows = options.isTerminal ? results.filter(({ status }) => status === 'failed' || status === 'absent') : results
  return rows.length === 0 ? '' : renderTable(columns, rows, options)
}
