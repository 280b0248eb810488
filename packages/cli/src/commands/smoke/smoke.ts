import { randomBytes } from 'node:crypto'
import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { describeDeviation } from '#cli/api/describe-deviation.ts'
import { announceWrite, requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, interruptedError, withStatus } from '#cli/io/errors.ts'
import { replaceFile, assertWritable, catchWriteError } from '#cli/io/replace-file.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { type JunitCase, writeJunit } from '#cli/output/junit.ts'
import { type Column, renderTable } from '#cli/output/table.ts'
import {
  type Check,
  type CheckResult,
  CLEAN_UP,
  READ_CHECKS,
  SESSION_CHECK,
  type SmokeRun,
  WRITE_CHECKS,
} from './checks.ts'

const FIELDS = ['key', 'operation', 'status', 'milliseconds', 'error', 'deviations']
export const fields = () => ({ ...namesOnly(FIELDS), check: ['key'], ms: ['milliseconds'], problem: ['error'] })

export interface SmokeInput {
  write?: boolean
  strict?: boolean
  junit?: string
}

export async function run({ write = false, strict = false, junit }: SmokeInput, deps: Deps) {
  const { target, signal } = deps
  requireToken(target)
  if (junit !== undefined) await assertWritable(junit)
  if (write) announceWrite(deps, 'Creating and deleting records')

  const deviations: Deviation[] = []
  const smoke = openSmoke(deps, write, (deviation) => deviations.push(deviation))
  const results: CheckResult[] = []
  let firstError: unknown
  const runCheck = async (check: Check) => {
    const startTime = performance.now()
    const result: CheckResult = { key: check.key, operation: check.operation, status: 'passed', milliseconds: 0 }
    try {
      await check.run(smoke)
      // A record without an id is lost to every client.
      if (strict || deviations.some(({ field }) => field === 'id')) requireNone(deviations)
    } catch (error) {
      firstError ??= error
      Object.assign(result, { status: 'failed', error: deps.describe(error).report })
    }
    result.milliseconds = Math.round((performance.now() - startTime) * 10) / 10
    if (deviations.length > 0) result.deviations = deviations.splice(0)
    results.push(result)
  }

  await runCheck(SESSION_CHECK)
  // A response outside the contract breaks the check, but shows that the server accepted the token.
  const isSignedIn = firstError === undefined || deps.describe(firstError).report.code === 'contract'
  if (isSignedIn) {
    for (const check of write ? [...READ_CHECKS, ...WRITE_CHECKS] : READ_CHECKS) {
      if (check.extension && !smoke.extensions.has(check.extension)) continue
      if (signal.aborted || (check.record && smoke.ids[check.record] === undefined)) {
        results.push({ key: check.key, operation: check.operation, status: 'skipped', milliseconds: 0 })
      } else await runCheck(check)
    }
    if (write) await runCheck(CLEAN_UP)
  }

  const xml = writeJunit(results.map(junitCase), {
    suite: `rapport smoke ${target.apiUrl}`,
    classname: 'rapport.smoke',
  })
  const writeError = junit === undefined ? undefined : await catchWriteError(() => replaceFile(junit, xml))
  const failedCount = count(results, 'failed')
  const message = `${pluralize(failedCount, 'check')} failed.`
  const failure = failedCount > 0 ? new CliError('smoke_failed', message) : undefined
  const problem = signal.aborted ? interruptedError() : (writeError ?? (isSignedIn ? failure : firstError))
  return { results, problem }
}

function openSmoke(deps: Deps, write: boolean, onDeviation: (deviation: Deviation) => void): SmokeRun {
  const { target, signal, apiFetch, fetch } = deps
  // A misplaced check must not write to a server in production that accepts any token.
  const readOnlyFetch: Deps['apiFetch'] = (request, init) => {
    if (request.method !== 'GET') throw new TypeError('smoke writes only with --write.')
    return apiFetch(request, init)
  }
  const client = deps.client.with({ signal: undefined, withRetry: undefined, onDeviation })
  return {
    client: client.with({ fetch: write ? apiFetch : readOnlyFetch }),
    withToken: (token) =>
      client.with({
        onDeviation: undefined,
        fetch(request, init) {
          if (token === undefined) request.headers.delete('Authorization')
          else request.headers.set('Authorization', `Bearer ${token}`)
          return readOnlyFetch(request, init)
        },
      }),
    fetchImage: (url) => fetch(new URL(url, `${target.apiUrl}/`).href, { signal, redirect: 'follow' }),
    signal,
    namePrefix: `rapport-smoke-${randomBytes(6).toString('hex')}`,
    extensions: new Set(),
    ids: {},
  }
}

function requireNone(deviations: readonly Deviation[]): void {
  if (deviations.length === 0) return
  throw new CliError('contract', `${deviations.map(describeDeviation).join('; ')}.`)
}

function junitCase({ key, status, milliseconds, error }: CheckResult): JunitCase {
  const { code: type = '', message = '', hint } = error ?? {}
  const failure = { type, message, text: hint ? `${message} ${hint}` : message }
  return {
    name: key,
    seconds: milliseconds / 1000,
    isSkipped: status === 'skipped',
    failure: status === 'failed' ? failure : undefined,
  }
}

function count(results: readonly CheckResult[], status: CheckResult['status']): number {
  return results.filter((result) => result.status === status).length
}

export function present({ results, problem }: Awaited<ReturnType<typeof run>>): Presentation {
  const [passed, failed, skipped] = [count(results, 'passed'), count(results, 'failed'), count(results, 'skipped')]
  const deviations = results.flatMap((result) => result.deviations ?? []).length
  const counts = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) counts.push(`${skipped} skipped`)
  if (deviations > 0) counts.push(`${pluralize(deviations, 'deviation')} from the contract`)
  return {
    document: {
      shape: 'results',
      rows: results,
      fields: FIELDS,
      summary: { total: results.length, passed, failed, skipped, deviations },
      table(options) {
        const rows = options.isQuiet ? results.filter(({ status }) => status === 'failed') : results
        return rows.length === 0 ? '' : renderTable(columns, rows, options)
      },
    },
    info: counts.join(', '),
    problem,
  }
}

const columns: readonly Column<CheckResult>[] = [
  { title: 'CHECK', text: ({ key }) => key },
  {
    title: 'STATUS',
    text: ({ status }) => status,
    tone: ({ status, deviations }) =>
      status === 'failed' ? 'red' : deviations ? 'yellow' : status === 'passed' ? 'green' : undefined,
  },
  { title: 'MS', text: ({ milliseconds }) => milliseconds.toFixed(1) },
  { title: 'PROBLEM', text: describeProblem, wraps: true },
]

function describeProblem({ error, deviations = [] }: CheckResult): string {
  if (error) return [withStatus(error), error.hint].filter(Boolean).join(' ')
  return deviations.map(describeDeviation).join('; ')
}
