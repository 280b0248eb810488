import { ApiError } from '@rapport/core/api/api-error.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

interface CallResult {
  data?: unknown
  error?: unknown
  response: Response
}

/** Expects an envelope that refuses the call with one of the statuses. */
export async function refusal(call: Promise<CallResult>, statuses: readonly number[]): Promise<void> {
  const wanted = statuses.join(' or ')
  try {
    await unwrap(call)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === undefined) throw error
    if (!statuses.includes(error.status)) throw breach(`The response has status ${error.status} instead of ${wanted}.`)
    if (error.serverMessage === undefined) throw breach('The error is not the envelope of the contract.')
    return
  }
  throw breach(`The request succeeded where the contract has ${wanted}.`)
}

export function expectEqual(field: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) throw breach(`${field} is ${JSON.stringify(is)} after ${JSON.stringify(wanted)} was saved.`)
}

/** Creates the error of a response outside the contract. */
export function breach(message: string): CliError {
  return new CliError('contract', message, { exitCode: EXIT.failed })
}
