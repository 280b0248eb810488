import { ApiError } from '@rapport/core/api/api-error.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** Expects an envelope that refuses the call with one of the statuses. */
export async function expectRefusal(call: Promise<unknown>, statuses: readonly number[]): Promise<void> {
  const expected = statuses.join(' or ')
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === undefined) throw error
    if (!statuses.includes(error.status))
      throw contractError(`The response has status ${error.status} instead of ${expected}.`)
    if (error.serverMessage === undefined) throw contractError('The error has no message, which the contract requires.')
    return
  }
  throw contractError(`The request succeeded, but the contract requires ${expected}.`)
}

export function expectEqual(field: string, actual: unknown, expected: unknown): void {
  if (actual !== expected)
    throw contractError(`${field} is ${JSON.stringify(actual)} after ${JSON.stringify(expected)} was saved.`)
}

/** Creates the error of a response outside the contract. */
export function contractError(message: string): CliError {
  return new CliError('contract', message, { exitCode: EXIT.failed })
}
