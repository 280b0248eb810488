import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { OperationId } from '@rapport/core/operations.ts'
import { CliError, type ErrorReport } from '#cli/io/errors.ts'
import { EXIT, type ExitCode } from '#cli/io/exit-codes.ts'

export interface CheckResult {
  /** Says in words what was checked. */
  key: string
  operation: OperationId | null
  status: 'passed' | 'failed' | 'skipped'
  /** How long it took; with several calls, all of them. */
  milliseconds: number
  error?: ErrorReport
}

export interface ChecksOptions {
  signal: AbortSignal
  describe: (error: unknown) => { report: ErrorReport; exitCode: ExitCode }
}

/** The checks of one run, in the order they were made. */
export class Checks {
  readonly results: CheckResult[] = []
  /** What the first check failed with. */
  firstError: unknown
  firstExitCode: ExitCode = EXIT.done
  readonly #options: ChecksOptions

  constructor(options: ChecksOptions) {
    this.#options = options
  }

  get failed(): number {
    return this.results.filter(({ status }) => status === 'failed').length
  }

  /** Makes a check; resolves with what it found, or with undefined when it failed or the run was interrupted. */
  async check<Found>(
    key: string,
    operation: OperationId | null,
    body: () => Promise<Found>,
  ): Promise<Found | undefined> {
    return this.#options.signal.aborted ? this.skip(key, operation) : this.#make(key, operation, body)
  }

  /** A check at the end that an interruption does not leave out. */
  async afterwards(key: string, body: () => Promise<void>): Promise<void> {
    await this.#make(key, null, body)
  }

  async #make<Found>(
    key: string,
    operation: OperationId | null,
    body: () => Promise<Found>,
  ): Promise<Found | undefined> {
    const started = performance.now()
    const result: CheckResult = { key, operation, status: 'passed', milliseconds: 0 }
    let found: Found | undefined
    try {
      found = await body()
    } catch (error) {
      const { report, exitCode } = this.#options.describe(error)
      Object.assign(result, { status: 'failed', error: report })
      if (this.firstError === undefined) Object.assign(this, { firstError: error, firstExitCode: exitCode })
    }
    result.milliseconds = Math.round((performance.now() - started) * 10) / 10
    this.results.push(result)
    return found
  }

  /** Tells of a check that cannot be made. */
  skip(key: string, operation: OperationId | null): undefined {
    this.results.push({ key, operation, status: 'skipped', milliseconds: 0 })
  }
}

/** What an answer of the contract's client is. */
interface Answer {
  data?: unknown
  error?: unknown
  response: Response
}

/**
 * The data of an answer that is a success in every respect: HTTP status, media type, `code`, `message`, and the data by
 * core's validators. Throws `ApiError` or the breach.
 */
export async function held<T extends Answer>(call: Promise<T>, statuses: readonly number[] = [200]) {
  const data = await unwrap(call)
  const { data: envelope, response } = await call
  if (!statuses.includes(response.status)) {
    throw breach(`The answer has HTTP status ${response.status}, the contract ${statuses.join(' or ')}.`)
  }
  if (!/^application\/json\b/i.test(response.headers.get('Content-Type') ?? '')) {
    throw breach(`The answer is said to be ${response.headers.get('Content-Type') ?? 'nothing'}, not application/json.`)
  }
  if (!isObject(envelope) || typeof envelope['message'] !== 'string') throw breach('The answer has no message.')
  return data
}

/** An answer that is none of the contract's. */
export function breach(message: string): CliError {
  return new CliError('contract', message, { exitCode: EXIT.failed })
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
