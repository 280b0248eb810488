import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN } from '@rapport/core/messages.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, interrupted } from '#cli/io/errors.ts'
import { EXIT, type ExitCode } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { type Column, renderTable } from '#cli/io/table.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { graceSignal } from '#cli/lib/grace-signal.ts'
import { replaceFile, tryToReplace, writeFailure } from '#cli/lib/replace-file.ts'
import { type CheckResult, Checks } from './checks.ts'
import { junitXml } from './junit.ts'
import { checkReads } from './read-checks.ts'
import { checkTokens } from './token-checks.ts'
import { checkWrites } from './write-checks.ts'

export interface SmokeInput {
  write?: boolean
  junit?: string
}

interface Smoked {
  results: CheckResult[]
  exitCode: ExitCode
  problem: unknown
}

const GRACE_MS = 5000

/** Checks the API: that it answers, keeps to its contract and lets nobody in by a wrong token. */
export async function run({ write = false, junit }: SmokeInput, deps: Deps): Promise<Smoked> {
  const { target, signal } = deps
  if (!target.token) throw new ApiError('no_token', MISSING_TOKEN.session, { operation: 'getSettings' })
  if (junit !== undefined) await tryToReplace(junit)
  if (write) announceWrite(deps, 'Making and deleting records')
  const checks = new Checks({ signal, describe: deps.describe })
  const grace = graceSignal(signal, GRACE_MS)
  let isOpen = true
  try {
    const extensions = await checkReads(checks, deps)
    isOpen = extensions !== undefined
    if (extensions) await checkTokens(checks, extensions, deps)
    if (extensions && write) await checkWrites(checks, deps, grace.signal)
  } finally {
    grace.end()
  }
  const { results, failed, firstError, firstExitCode } = checks
  const xml = junitXml(results, `rapport smoke ${target.apiUrl}`)
  const unwritten = junit === undefined ? undefined : await writeFailure(() => replaceFile(junit, xml))
  if (signal.aborted) return { results, exitCode: EXIT.interrupted, problem: interrupted() }
  // What failed is among the results; of this nothing else tells.
  if (unwritten) return { results, exitCode: unwritten.exitCode, problem: unwritten }
  if (failed === 0) return { results, exitCode: EXIT.done, problem: undefined }
  // Who is not let in, or reaches nobody, has learnt nothing about the contract.
  if (!isOpen) return { results, exitCode: firstExitCode, problem: firstError }
  const message = failed === 1 ? 'One check failed.' : `${failed} checks failed.`
  return { results, exitCode: EXIT.failed, problem: new CliError('smoke_failed', message, { exitCode: EXIT.failed }) }
}

export function present({ results, exitCode, problem }: Smoked): Presentation {
  const count = (status: CheckResult['status']) => results.filter((result) => result.status === status).length
  const summary = { total: results.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  const skipped = summary.skipped > 0 ? `, ${summary.skipped} skipped` : ''
  return {
    document: {
      shape: 'results',
      rows: results,
      fields: ['key', 'operation', 'status', 'milliseconds', 'error'],
      summary,
      forPeople: (options) => renderTable(columns, results, options),
    },
    talk: `${summary.passed} passed, ${summary.failed} failed${skipped}`,
    exitCode,
    problem,
  }
}

const columns: readonly Column<CheckResult>[] = [
  { title: 'CHECK', text: ({ key }) => key },
  {
    title: 'STATUS',
    text: ({ status }) => status,
    tone: ({ status }) => (status === 'passed' ? 'green' : status === 'failed' ? 'red' : undefined),
  },
  { title: 'MS', text: ({ milliseconds }) => milliseconds.toFixed(1) },
  {
    title: 'PROBLEM',
    text: ({ error }) => (error ? [error.message, error.hint].filter(Boolean).join(' ') : ''),
    wraps: true,
  },
]
