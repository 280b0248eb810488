import type { Db, Engine } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { HOUR } from '#server/domain/time.ts'
import { canSignIn } from './account-rules.ts'
import { selectSessionAccount } from './account.repo.ts'

export const SESSION_IDLE_MS = HOUR
export const SESSION_MAX_AGE_MS = 12 * HOUR

interface Caller {
  tokenHash: string
  apiToken?: unknown
}

/**
 * Checks the session or API token again, and locks it until the transaction ends: the guard checked it when the headers
 * arrived, and the body may have taken another minute. Throws `unauthorized`.
 */
export async function assertSessionActive(
  trx: Db,
  engine: Engine,
  { tokenHash, apiToken }: Caller,
  now: Date,
): Promise<void> {
  const credentials = apiToken === undefined ? 'sessions' : 'machine_tokens'
  const [account] = await selectSessionAccount[engine][credentials](trx, { tokenHash, now: now.getTime() })
  if (account === undefined || !canSignIn(account)) throw sessionEndedError()
}

export function sessionEndedError(): DomainError {
  return new DomainError('unauthorized', 'Your session has ended. Please sign in again.')
}
